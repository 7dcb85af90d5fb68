//! Which statements can other threads see, or disturb?
//!
//! Engines switch threads only in front of visible statements. That loses no
//! behaviour if every invisible statement commutes with whatever other threads
//! may do, and cannot be kept from happening by them:
//!
//! - Registers belong to one thread. An access of memory that only this thread
//!   touches ([`crate::escape`]), or of memory that is never written, commutes with
//!   everything; so does making an object, since no other thread has its address.
//!   Such an access may fail (null, out of bounds), but then it fails in every
//!   order.
//! - An access whose address has no known target is null or wild, and visible for
//!   the sake of care. So are `Spawn`, `Await` and the beginning of an atomic
//!   section. Its end is not: until then nothing else runs, and what follows it
//!   is looked at by itself.
//! - The end of a frame ends its stack objects. If another thread may touch one
//!   of them, that order matters, so that such a `return` is visible, as is the
//!   end of a variable-length array; and a `thread_exit`, which ends all frames
//!   below and the thread's own variables.
//!
//! Accesses inside of atomic sections are marked by the same rules, although
//! nothing interferes there: whether code runs inside of one depends on its
//! callers.

use raddle_ir::{
    Block, BlockId, Effect, Function, FunctionId, IndexVec, Instruction, Operand, Program,
    Terminator,
};

use crate::bit_set::BitSet;
use crate::escape::{Escape, is_on_stack};
use crate::points_to::{AbstractObject, PointsTo};
use raddle_ir::index::Index;

/// For each block: is each statement and, last, the terminator visible?
pub type Visible = IndexVec<BlockId, Vec<bool>>;

pub fn find(
    program: &Program,
    points_to: &PointsTo,
    escape: &Escape,
) -> IndexVec<FunctionId, Visible> {
    let ends = Ends::new(program, points_to, escape);
    program
        .functions
        .iter_enumerated()
        .map(|(id, function)| of_function(id, function, points_to, escape, &ends))
        .collect()
}

/// Every access of memory, and every end of a frame: what the analyses are
/// compared with.
pub fn everything(program: &Program) -> IndexVec<FunctionId, Visible> {
    let statement = |instruction: &Instruction| {
        let effect = instruction.effect();
        matches!(effect, Effect::EndsScope | Effect::Spawns | Effect::Waits)
            || instruction.accesses().next().is_some()
    };
    let terminator = |terminator: &Terminator| {
        matches!(terminator, Terminator::Return(_) | Terminator::ThreadExit)
    };
    let of_block = |block: &Block| {
        let statements = block.statements.iter().map(|each| statement(&each.instruction));
        statements.chain([terminator(&block.terminator)]).collect()
    };
    program
        .functions
        .iter()
        .map(|function| function.blocks.iter().map(of_block).collect())
        .collect()
}

fn of_function(
    id: FunctionId,
    function: &Function,
    points_to: &PointsTo,
    escape: &Escape,
    ends: &Ends,
) -> Visible {
    let observable = |object: &AbstractObject| escape.is_observable(points_to, *object);
    let access = |address: &Operand| {
        let targets = points_to.targets(id, address);
        targets.is_empty() || targets.iter().any(observable)
    };
    // Globals have their size for ever.
    let lifetime = |address: &Operand| {
        points_to
            .targets(id, address)
            .iter()
            .any(|object| !matches!(object, AbstractObject::Global(_)) && observable(object))
    };
    let statement = |instruction: &Instruction| match instruction.effect() {
        Effect::Accesses | Effect::Updates | Effect::Frees => {
            instruction.accesses().any(|each| access(&each.address))
        }
        Effect::Inspects => instruction.accesses().any(|each| lifetime(&each.address)),
        Effect::EndsScope => ends.owns_shared(id),
        Effect::Spawns | Effect::Waits => true,
        Effect::Pure
        | Effect::Allocates
        | Effect::Calls
        | Effect::Chooses
        | Effect::Checks
        | Effect::Outputs
        | Effect::Orders
        | Effect::Unsupported => false,
    };
    let of_block = |block: &Block| {
        block
            .statements
            .iter()
            .map(|each| statement(&each.instruction))
            .chain([ends.is_visible(id, &block.terminator)])
            .collect()
    };
    function.blocks.iter().map(of_block).collect()
}

/// Which ends of frames and threads end memory that others may touch.
struct Ends {
    /// Functions with a stack object that is shared.
    owners: BitSet,
    /// Functions that threads start with, if some thread-local object is shared.
    starts: BitSet,
    /// Anything at all is shared that dies with a thread.
    any: bool,
}

impl Ends {
    fn new(program: &Program, points_to: &PointsTo, escape: &Escape) -> Ends {
        let mut ends = Ends { owners: BitSet::default(), starts: BitSet::default(), any: false };
        let mut thread_local = false;
        for &object in points_to.objects() {
            if !escape.is_observable(points_to, object) {
                continue;
            }
            match object {
                AbstractObject::ThreadLocal(_) => thread_local = true,
                AbstractObject::Allocation { site, .. } => {
                    if is_on_stack(program, object) {
                        ends.owners.insert(site.function.position());
                    }
                }
                AbstractObject::VariadicArea { function, .. } => {
                    ends.owners.insert(function.position());
                }
                AbstractObject::Global(_) | AbstractObject::Function(_) => {}
            }
        }
        ends.any = thread_local || !ends.owners.is_empty();
        if thread_local {
            ends.starts.insert(program.entry.position());
            let instances = points_to.instances();
            for call in instances.iter().flat_map(|instance| &instance.calls) {
                if let Some(start) = instances.get(call.callee as usize)
                    && call.spawns
                {
                    ends.starts.insert(start.function.position());
                }
            }
        }
        ends
    }

    fn owns_shared(&self, function: FunctionId) -> bool {
        self.owners.contains(function.position())
    }

    fn is_visible(&self, function: FunctionId, terminator: &Terminator) -> bool {
        match terminator {
            Terminator::Return(_) => {
                self.owns_shared(function) || self.starts.contains(function.position())
            }
            Terminator::ThreadExit => self.any,
            Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Stop(_) => false,
        }
    }
}
