//! Which locations of a new object may be read before they are written?
//!
//! Until its address is stored or handed to a thread, only the thread that made
//! an object accesses it. On every path from its making to there (edges only lead
//! forward) the locations that were surely written are collected.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Instruction};
use rustc_hash::{FxHashMap, FxHashSet};

use super::access_targets::access_targets;
use super::locations::given_away;
use super::objects::{ObjectId, ObjectKind, Objects};
use super::{LocationId, MemoryLocation};
use crate::bounded::Bounded;
use crate::memory_accesses::byte_accesses;
use raddle_ir::IndexVec;

/// The locations of an object that may be read although nothing wrote them.
pub fn unwritten(
    bounded: &Bounded,
    objects: &Objects,
    locations: &IndexVec<LocationId, MemoryLocation>,
    object: ObjectId,
) -> FxHashSet<LocationId> {
    let ObjectKind::Allocated { slot, site, zeroed: false, .. } = objects.list[object].kind else {
        return FxHashSet::default();
    };
    let function = bounded.threads[slot].function;
    let code = &bounded.program.functions[function];
    let mut walk =
        Walk { bounded, objects, locations, object, function, found: FxHashSet::default() };
    let mut waiting: FxHashMap<BlockId, FxHashSet<LocationId>> = FxHashMap::default();
    waiting.insert(site.0, FxHashSet::default());
    for block in (site.0.position()..code.blocks.len()).map(BlockId::new) {
        let Some(mut written) = waiting.remove(&block) else { continue };
        let first = if block == site.0 { site.1 as usize + 1 } else { 0 };
        let statements = &code.blocks[block].statements[first..];
        let known = statements.iter().all(|each| walk.statement(&each.instruction, &mut written));
        if !known {
            continue;
        }
        for edge in code.blocks[block].terminator.edges() {
            match waiting.get_mut(&edge.target) {
                Some(other) => other.retain(|location| written.contains(location)),
                None => drop(waiting.insert(edge.target, written.clone())),
            }
        }
    }
    walk.found
}

struct Walk<'a> {
    bounded: &'a Bounded,
    objects: &'a Objects,
    locations: &'a IndexVec<LocationId, MemoryLocation>,
    object: ObjectId,
    function: raddle_ir::FunctionId,
    found: FxHashSet<LocationId>,
}

impl Walk<'_> {
    /// Whether no other thread can know the object behind this statement.
    fn statement(
        &mut self,
        instruction: &Instruction,
        written: &mut FxHashSet<LocationId>,
    ) -> bool {
        let writes = !self.may_move_nothing(instruction);
        for accessed in byte_accesses(instruction, self.bounded.program.target) {
            let all = access_targets(self.objects, self.locations, self.function, &accessed);
            for target in all.iter().filter(|target| target.object == self.object) {
                let reached = target.spans.iter().flat_map(|span| &span.locations);
                if accessed.reads {
                    self.found.extend(reached.filter(|location| !written.contains(*location)));
                } else if writes && target.certain && target.known.is_some() {
                    written.extend(reached);
                }
            }
        }
        let leaves = given_away(instruction).is_some_and(|value| {
            self.objects.targets(self.function, &value).contains(&self.object)
        });
        if leaves {
            let locations = self.objects.list[self.object].locations.iter();
            self.found.extend(locations.filter(|location| !written.contains(*location)));
        }
        !leaves
    }

    /// A copy of what was never written writes nothing.
    fn may_move_nothing(&self, instruction: &Instruction) -> bool {
        let Instruction::Copy { from, .. } = instruction else { return false };
        let sources = self.objects.targets(self.function, from);
        let list = &self.objects.list;
        !sources.iter().all(|object| list[*object].fixed || list[*object].constant)
    }
}
