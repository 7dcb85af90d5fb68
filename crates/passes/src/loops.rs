//! Back edges and loops of a function.
//!
//! An edge is a *back edge* when a depth-first walk from the entry finds its
//! target among the blocks that it is still inside of. In a reducible flow graph
//! these are exactly the edges to a block that dominates their source; in an
//! irreducible one there may be more, and which they are depends on the order of
//! the edges. Either way every cycle has at least one, which is what engines
//! rely on. Blocks that cannot be reached are walked too, so that the facts are
//! total.
//!
//! The *loop* of a header is the blocks from which one of its back edges can be
//! reached without passing the header, within the header's strongly connected
//! component. For a reducible graph this is the natural loop (Hecht and Ullman).

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, IndexVec};

use crate::Loop;
use crate::bit_set::BitSet;
use crate::dominators::predecessors;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loops {
    /// For each edge of the terminator: does it close a loop?
    pub back_edges: IndexVec<BlockId, Vec<bool>>,
    /// One a header, by header; the blocks are sorted.
    pub loops: Vec<Loop>,
}

pub fn find(function: &Function) -> Loops {
    let back_edges = back_edges(function);
    let mut sources: IndexVec<BlockId, Vec<BlockId>> =
        function.blocks.iter().map(|_| Vec::new()).collect();
    for (block, closing) in back_edges.iter_enumerated() {
        for (position, _) in closing.iter().enumerate().filter(|(_, closes)| **closes) {
            if let Some(edge) = function.blocks[block].terminator.edge(position) {
                sources[edge.target].push(block);
            }
        }
    }
    let predecessors = predecessors(function);
    let mut loops = Vec::new();
    for (header, sources) in sources.iter_enumerated() {
        if !sources.is_empty() {
            loops.push(body(function, &predecessors, header, sources));
        }
    }
    Loops { back_edges, loops }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// The walk is inside it.
    Open,
    Done,
}

fn back_edges(function: &Function) -> IndexVec<BlockId, Vec<bool>> {
    let mut closing: IndexVec<BlockId, Vec<bool>> =
        function.blocks.iter().map(|block| vec![false; block.terminator.edges().len()]).collect();
    let mut marks: IndexVec<BlockId, Mark> = function.blocks.iter().map(|_| Mark::Unseen).collect();
    // The blocks that the walk is inside of, each with its next edge.
    let mut path: Vec<(BlockId, usize)> = Vec::new();
    for root in function.blocks.indices() {
        if marks[root] != Mark::Unseen {
            continue;
        }
        marks[root] = Mark::Open;
        path.push((root, 0));
        while let Some((block, position)) = path.last_mut() {
            let Some(edge) = function.blocks[*block].terminator.edge(*position) else {
                marks[*block] = Mark::Done;
                path.pop();
                continue;
            };
            let (block, current) = (*block, *position);
            *position += 1;
            match marks[edge.target] {
                Mark::Open => closing[block][current] = true,
                Mark::Unseen => {
                    marks[edge.target] = Mark::Open;
                    path.push((edge.target, 0));
                }
                Mark::Done => {}
            }
        }
    }
    closing
}

/// The blocks that reach one of `sources` without passing `header`, and that
/// `header` reaches.
fn body(
    function: &Function,
    predecessors: &IndexVec<BlockId, Vec<BlockId>>,
    header: BlockId,
    sources: &[BlockId],
) -> Loop {
    let mut above = BitSet::new(function.blocks.len());
    above.insert(header.position());
    let mut pending: Vec<BlockId> = sources.to_vec();
    while let Some(block) = pending.pop() {
        if above.insert(block.position()) {
            pending.extend(predecessors[block].iter().copied());
        }
    }
    let mut inside = BitSet::new(function.blocks.len());
    pending.push(header);
    while let Some(block) = pending.pop() {
        // Only an irreducible graph has blocks above a back edge that the header
        // does not reach within the loop.
        if above.contains(block.position()) && inside.insert(block.position()) {
            let edges = function.blocks[block].terminator.edges();
            pending.extend(edges.iter().map(|edge| edge.target));
        }
    }
    Loop { header, blocks: inside.iter().map(BlockId::new).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{FunctionBuilder, block};

    /// A function whose blocks branch as given; all branch on a fresh value.
    fn shape(targets: &[&[usize]]) -> Function {
        let mut builder = FunctionBuilder::new("shape");
        let condition = builder.integer(1);
        for targets in targets {
            match targets {
                [] => builder.ends(),
                [only] => builder.jump(block(*only)),
                [then, otherwise, ..] => builder.branch(condition, block(*then), block(*otherwise)),
            }
        }
        builder.finish()
    }

    fn names(found: &Loops) -> Vec<(usize, Vec<usize>)> {
        found
            .loops
            .iter()
            .map(|each| {
                let blocks = each.blocks.iter().map(|block| block.position());
                (each.header.position(), blocks.collect())
            })
            .collect()
    }

    #[test]
    fn nested_loops() {
        // 1 is the outer header, 2 the inner one.
        let found = find(&shape(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]));
        assert_eq!(names(&found), [(1, vec![1, 2, 3, 4]), (2, vec![2, 3])]);
        assert_eq!(found.back_edges[block(3)], [true]);
        assert_eq!(found.back_edges[block(4)], [true]);
        assert_eq!(found.back_edges[block(1)], [false, false]);
    }

    #[test]
    fn self_loop_and_shared_header() {
        let found = find(&shape(&[&[1], &[1, 2], &[1, 3], &[]]));
        assert_eq!(names(&found), [(1, vec![1, 2])]);
        assert_eq!(found.back_edges[block(1)], [true, false]);
        assert_eq!(found.back_edges[block(2)], [true, false]);
    }

    #[test]
    fn joins_are_no_loops() {
        let found = find(&shape(&[&[1, 2], &[3], &[3], &[]]));
        assert!(found.loops.is_empty());
        assert!(found.back_edges.iter().flatten().all(|closes| !closes));
    }

    #[test]
    fn an_irreducible_cycle_is_cut_once() {
        // 1 and 2 jump to each other, and both are entered from 0.
        let found = find(&shape(&[&[1, 2], &[2], &[1, 3], &[]]));
        let cut: usize = found.back_edges.iter().flatten().filter(|closes| **closes).count();
        assert_eq!(cut, 1);
        assert_eq!(names(&found), [(1, vec![1, 2])]);
    }

    #[test]
    fn every_cycle_of_every_small_graph_is_cut() {
        // All graphs of five blocks, where 1 to 4 each branch to two of 1 to 4:
        // without the back edges no cycle may be left.
        for code in 0..4usize.pow(8) {
            let digit = |position: u32| 1 + code / 4usize.pow(position) % 4;
            let targets: Vec<[usize; 2]> =
                (0..4).map(|b| [digit(2 * b), digit(2 * b + 1)]).collect();
            let graph = shape(&[&[1], &targets[0], &targets[1], &targets[2], &targets[3]]);
            let found = back_edges(&graph);
            let mut alive: Vec<usize> = (0..5).collect();
            // Repeatedly drop blocks whose remaining edges all leave what is left.
            while let Some(position) = alive.iter().position(|&at| {
                graph.blocks[block(at)].terminator.edges().iter().enumerate().all(|(edge, to)| {
                    found[block(at)][edge] || !alive.contains(&to.target.position())
                })
            }) {
                alive.remove(position);
            }
            assert!(alive.is_empty(), "a cycle is left in {targets:?}");
        }
    }
}
