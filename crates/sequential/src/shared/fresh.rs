//! Which parts of a new object may be read before they are written?
//!
//! Until its address is stored or handed to a thread, only the thread that made
//! an object touches it. On every way from its making to there (edges only lead
//! forward) the parts that were surely written are counted.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Instruction};
use rustc_hash::{FxHashMap, FxHashSet};

use super::objects::{Kind, ObjectId, Objects};
use super::parts::{given_away, touches};
use super::reach::reach;
use super::{Part, PartId};
use crate::bounded::Bounded;
use raddle_ir::IndexVec;

/// The parts of an object that may be read although nobody wrote them.
pub fn unwritten(
    bounded: &Bounded,
    objects: &Objects,
    parts: &IndexVec<PartId, Part>,
    object: ObjectId,
) -> FxHashSet<PartId> {
    let Kind::Made { slot, site, zeroed: false, .. } = objects.list[object].kind else {
        return FxHashSet::default();
    };
    let function = bounded.threads[slot].function;
    let code = &bounded.program.functions[function];
    let mut walk = Walk { bounded, objects, parts, object, function, found: FxHashSet::default() };
    let mut waiting: FxHashMap<BlockId, FxHashSet<PartId>> = FxHashMap::default();
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
                Some(other) => other.retain(|part| written.contains(part)),
                None => drop(waiting.insert(edge.target, written.clone())),
            }
        }
    }
    walk.found
}

struct Walk<'a> {
    bounded: &'a Bounded,
    objects: &'a Objects,
    parts: &'a IndexVec<PartId, Part>,
    object: ObjectId,
    function: raddle_ir::FunctionId,
    found: FxHashSet<PartId>,
}

impl Walk<'_> {
    /// Whether nobody else can know the object behind this statement.
    fn statement(&mut self, instruction: &Instruction, written: &mut FxHashSet<PartId>) -> bool {
        let writes = !self.may_move_nothing(instruction);
        for touch in touches(instruction, self.bounded.program.target) {
            let all = reach(
                self.objects,
                self.parts,
                self.function,
                &touch.address,
                touch.bytes,
                touch.writes,
            );
            for reach in all.iter().filter(|reach| reach.object == self.object) {
                let touched = reach.spots.iter().flat_map(|spot| &spot.parts);
                if touch.reads {
                    self.found.extend(touched.filter(|part| !written.contains(*part)));
                } else if writes && reach.certain && reach.known.is_some() {
                    written.extend(touched);
                }
            }
        }
        let leaves = given_away(instruction).is_some_and(|value| {
            self.objects.targets(self.function, &value).contains(&self.object)
        });
        if leaves {
            let parts = self.objects.list[self.object].parts.iter();
            self.found.extend(parts.filter(|part| !written.contains(*part)));
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
