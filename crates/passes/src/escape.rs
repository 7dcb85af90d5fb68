//! Escape analysis: which objects may more than one thread touch?
//!
//! # The argument
//!
//! *Threads* here are kinds of threads: the first one, and one for each `Spawn`
//! and function that it may start. A kind is *single* if at most one thread of
//! it ever runs: its `Spawn` is in no loop, in code that runs at most once.
//!
//! An object that is touched by one single thread, going by the targets of all
//! accesses in all functions that this thread may call, is private. To end with its
//! frame or its thread is to be touched too. This alone
//! decides about globals. Objects of which each thread may have its own (stack,
//! heap, thread-local, variadic) are private also if their address never leaves
//! the thread that made them. Say that thread T touches an object x that another
//! thread made, as the first such event of the run that concerns x's kind. T has
//! the address
//!
//! 1. as the argument it was started with, or
//! 2. from an object y that some other thread wrote it to. Then y is touched by
//!    two threads, so y is a global that is not private, or y was made by one
//!    thread and touched by another before, so that y was found to be shared.
//!
//! So the least set that has the targets of all spawn arguments, and the contents
//! of whatever is in it or is a global, as long as that is touched by more than a
//! single thread, has all objects that are ever touched by a thread that did not
//! make them. What is outside is private.
//!
//! All of this relies on the points-to sets; what they do not follow is said in
//! [`crate::points_to`].

use raddle_ir::index::Index;
use raddle_ir::{
    AllocationKind, FunctionId, GlobalId, IndexVec, Instruction, Operand, Program, RegisterId,
};

use crate::Place;
use crate::bit_set::BitSet;
use crate::loops::Loops;
use crate::points_to::{AbstractObject, ENTRY_INSTANCE, InstanceId, PointsTo};

#[derive(Clone, Debug)]
pub struct Escape {
    /// By the numbers of [`PointsTo::objects`].
    shared: BitSet,
    /// Those whose address another thread than their maker may get hold of.
    handed_over: BitSet,
    /// Globals that no instruction can write.
    pub never_written: IndexVec<GlobalId, bool>,
}

impl Escape {
    /// May more than one thread touch it?
    pub fn is_shared(&self, points_to: &PointsTo, object: AbstractObject) -> bool {
        // An object that the analysis never met belongs to no thread; be careful with it.
        points_to.object_number(object).is_none_or(|number| self.shared.contains(number as usize))
    }

    /// May another thread than the one that made it touch it?
    pub fn is_handed_over(&self, points_to: &PointsTo, object: AbstractObject) -> bool {
        let number = points_to.object_number(object);
        number.is_none_or(|number| self.handed_over.contains(number as usize))
    }

    /// May an access of it be seen by, or see, another thread?
    pub fn is_observable(&self, points_to: &PointsTo, object: AbstractObject) -> bool {
        match object {
            // Touching one is an error, whatever other threads do.
            AbstractObject::Function(_) => false,
            AbstractObject::Global(global) => {
                !self.is_never_written(global) && self.is_shared(points_to, object)
            }
            AbstractObject::ThreadLocal(_)
            | AbstractObject::Allocation { .. }
            | AbstractObject::VariadicArea { .. } => self.is_shared(points_to, object),
        }
    }

    fn is_never_written(&self, global: GlobalId) -> bool {
        self.never_written.get(global).copied().unwrap_or(false)
    }
}

/// Whether it makes an object that ends by itself, with its frame or its thread. The thread
/// that made it touches it then, if never before.
fn makes_what_ends(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Allocate { kind: AllocationKind::Stack, .. }
            | Instruction::VariadicArea { .. }
            | Instruction::ThreadLocalAddress { .. }
    )
}

/// Whether an abstract object dies with the frame that made it.
pub fn is_on_stack(program: &Program, object: AbstractObject) -> bool {
    match object {
        AbstractObject::VariadicArea { .. } => true,
        AbstractObject::Allocation { site, .. } => {
            allocation_kind(program, site).is_none_or(|kind| kind == AllocationKind::Stack)
        }
        AbstractObject::Global(_)
        | AbstractObject::ThreadLocal(_)
        | AbstractObject::Function(_) => false,
    }
}

fn allocation_kind(program: &Program, site: Place) -> Option<AllocationKind> {
    let Instruction::Allocate { kind, .. } = site.instruction(program)? else {
        return None;
    };
    Some(*kind)
}

pub fn analyse(
    program: &Program,
    points_to: &PointsTo,
    loops: &IndexVec<FunctionId, Loops>,
) -> Escape {
    let touched = Touched::new(program, points_to);
    let threads = Thread::find(points_to, loops);
    let by_several = touched_by_several(points_to, &threads, &touched.touched);
    let handed_over = handed_over(program, points_to, &by_several);
    let mut shared = BitSet::new(points_to.objects().len());
    for (number, object) in points_to.objects().iter().enumerate() {
        let one_a_thread = match object {
            AbstractObject::Global(_) => false,
            AbstractObject::Function(_) => continue,
            AbstractObject::ThreadLocal(_)
            | AbstractObject::Allocation { .. }
            | AbstractObject::VariadicArea { .. } => true,
        };
        if by_several.contains(number) && (!one_a_thread || handed_over.contains(number)) {
            shared.insert(number);
        }
    }
    let never_written = program
        .globals
        .iter_enumerated()
        .map(|(id, global)| global.constant || !touched.written.contains(id.position()))
        .collect();
    Escape { shared, handed_over, never_written }
}

/// What the code touches.
struct Touched {
    /// For each instance, without what it calls.
    touched: Vec<BitSet>,
    /// By any thread.
    written: BitSet,
}

impl Touched {
    fn new(program: &Program, points_to: &PointsTo) -> Touched {
        let mut result = Touched { touched: Vec::new(), written: BitSet::default() };
        for (id, instance) in (0..).zip(points_to.instances()) {
            let mut touched = BitSet::default();
            for block in program.functions[instance.function].blocks.iter() {
                for statement in &block.statements {
                    let mut touch = |address: &Operand, writes: bool| {
                        points_to.for_each_target(id, address, |object| {
                            touched.insert(object);
                            if writes {
                                result.written.insert(object);
                            }
                        });
                    };
                    for each in statement.instruction.accesses() {
                        touch(&each.address, each.writes);
                    }
                    if makes_what_ends(&statement.instruction) {
                        let made = |made: &RegisterId| touch(&Operand::Register(*made), true);
                        statement.instruction.for_each_result(made);
                    }
                }
            }
            result.touched.push(touched);
        }
        result
    }
}

/// A kind of thread.
#[derive(Clone, Copy, Debug)]
struct Thread {
    start: InstanceId,
    /// There is never more than one.
    single: bool,
}

impl Thread {
    fn find(points_to: &PointsTo, loops: &IndexVec<FunctionId, Loops>) -> Vec<Thread> {
        let once = running_once(points_to, loops);
        let mut threads = vec![Thread { start: ENTRY_INSTANCE, single: true }];
        for (id, instance) in points_to.instances().iter().enumerate() {
            for call in instance.calls.iter().filter(|call| call.spawns) {
                threads.push(Thread {
                    start: call.callee,
                    single: once.contains(id) && !in_loop(loops, instance.function, call.place.0),
                });
            }
        }
        threads
    }
}

fn in_loop(
    loops: &IndexVec<FunctionId, Loops>,
    function: FunctionId,
    block: raddle_ir::BlockId,
) -> bool {
    loops.get(function).is_none_or(|loops| {
        loops.loops.iter().any(|each| each.blocks.binary_search(&block).is_ok())
    })
}

/// The instances that run at most once in a run of the program: the entry, and
/// what has a single call (or spawn), in no loop of an instance that runs once.
fn running_once(points_to: &PointsTo, loops: &IndexVec<FunctionId, Loops>) -> BitSet {
    let instances = points_to.instances();
    let mut callers = vec![0usize; instances.len()];
    for call in instances.iter().flat_map(|instance| &instance.calls) {
        if let Some(count) = callers.get_mut(call.callee as usize) {
            *count += 1;
        }
    }
    let mut once = BitSet::new(instances.len());
    let mut pending = Vec::new();
    if callers.first() == Some(&0) {
        once.insert(ENTRY_INSTANCE as usize);
        pending.push(ENTRY_INSTANCE as usize);
    }
    while let Some(id) = pending.pop() {
        for call in &instances[id].calls {
            let callee = call.callee as usize;
            if callers[callee] == 1
                && !in_loop(loops, instances[id].function, call.place.0)
                && once.insert(callee)
            {
                pending.push(callee);
            }
        }
    }
    once
}

/// The objects that two threads, or two of the same kind, may touch.
fn touched_by_several(points_to: &PointsTo, threads: &[Thread], touched: &[BitSet]) -> BitSet {
    let instances = points_to.instances();
    let mut by_one = BitSet::default();
    let mut by_several = BitSet::default();
    for thread in threads {
        let mut reached = BitSet::new(instances.len());
        let mut pending = vec![thread.start as usize];
        let mut mine = BitSet::default();
        while let Some(id) = pending.pop() {
            if id < instances.len() && reached.insert(id) {
                mine.union_with(&touched[id]);
                let calls = instances[id].calls.iter().filter(|call| !call.spawns);
                pending.extend(calls.map(|call| call.callee as usize));
            }
        }
        for object in mine.iter() {
            if !by_one.insert(object) || !thread.single {
                by_several.insert(object);
            }
        }
    }
    by_several
}

/// The objects whose address another thread may get hold of.
fn handed_over(program: &Program, points_to: &PointsTo, by_several: &BitSet) -> BitSet {
    let mut handed_over = BitSet::new(points_to.objects().len());
    let mut pending: Vec<usize> = Vec::new();
    for (number, object) in points_to.objects().iter().enumerate() {
        if matches!(object, AbstractObject::Global(_)) {
            pending.push(number);
        }
    }
    for (id, instance) in (0..).zip(points_to.instances()) {
        let blocks = &program.functions[instance.function].blocks;
        for statement in blocks.iter().flat_map(|block| &block.statements) {
            if let Instruction::Spawn { argument, .. } = &statement.instruction {
                points_to.for_each_target(id, argument, |object| {
                    if handed_over.insert(object) {
                        pending.push(object);
                    }
                });
            }
        }
    }
    while let Some(object) = pending.pop() {
        if by_several.contains(object) {
            points_to.for_each_content(object, |inner| {
                if handed_over.insert(inner) {
                    pending.push(inner);
                }
            });
        }
    }
    handed_over
}
