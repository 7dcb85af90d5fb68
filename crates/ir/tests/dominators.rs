//! Dominators and frontiers, on a graph small enough to draw and on random ones
//! against the definition.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use proptest::prelude::*;
use raddle_ir::dominators::{Dominators, predecessors, reverse_postorder};
use raddle_ir::index::Index;
use raddle_ir::text::parse;
use raddle_ir::{BlockId, Function};

/// A function whose block `n` branches to the two given blocks.
fn function(edges: &[(usize, usize)]) -> Function {
    let mut text = String::from("raddle-ir 1 target 64 entry f0\nf0 function f(r0:i1) {\n");
    for (block, (then, otherwise)) in edges.iter().enumerate() {
        text.push_str(&format!("b{block}:\n  branch r0 then b{then} else b{otherwise}\n"));
    }
    text.push_str("}\n");
    let program = parse(&text).unwrap();
    program.functions.iter().next().unwrap().clone()
}

fn block(number: usize) -> BlockId {
    BlockId::new(number)
}

#[test]
fn a_loop_with_a_diamond() {
    // 0 -> 1; 1 -> 2 | 3; 2 -> 4; 3 -> 4; 4 -> 1 | 5; 5 -> 5; 6 is unreachable.
    let function = function(&[(1, 1), (2, 3), (4, 4), (4, 4), (1, 5), (5, 5), (4, 5)]);
    let dominators = Dominators::new(&function);
    let immediate: Vec<Option<usize>> =
        (0..7).map(|number| dominators.immediate(block(number)).map(Index::position)).collect();
    assert_eq!(immediate, [None, Some(0), Some(1), Some(1), Some(1), Some(4), None]);
    let frontiers: Vec<Vec<usize>> = dominators
        .frontiers()
        .iter()
        .map(|frontier| frontier.iter().map(|block| block.position()).collect())
        .collect();
    assert_eq!(frontiers, [vec![], vec![1], vec![4], vec![4], vec![1], vec![5], vec![]]);
    assert!(dominators.dominates(block(1), block(5)));
    assert!(!dominators.dominates(block(2), block(4)));
    assert!(!dominators.dominates(block(0), block(6)));
    assert!(!dominators.is_reachable(block(6)));
    assert_eq!(dominators.children()[block(1)].len(), 3);
    assert_eq!(predecessors(&function)[block(1)].len(), 3);
    assert_eq!(reverse_postorder(&function).len(), 6);
}

#[test]
fn a_function_without_a_body_has_no_blocks() {
    let function = function(&[]);
    assert!(Dominators::new(&function).order().is_empty());
    assert_eq!(Dominators::new(&function).immediate(block(0)), None);
}

/// What the entry reaches without passing `without`.
fn reached(edges: &[(usize, usize)], without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut left = vec![0];
    while let Some(next) = left.pop() {
        if Some(next) != without && !seen[next] {
            seen[next] = true;
            left.extend([edges[next].0, edges[next].1]);
        }
    }
    seen
}

proptest! {
    #[test]
    fn dominators_and_frontiers_follow_their_definition(
        edges in (1..14usize).prop_flat_map(|count| {
            proptest::collection::vec((1..=count, 1..=count), count + 1)
        })
    ) {
        let function = function(&edges);
        let dominators = Dominators::new(&function);
        let reachable = reached(&edges, None);
        let count = edges.len();
        let defined = |above: usize, below: usize| {
            above == below
                || reachable[above] && reachable[below] && !reached(&edges, Some(above))[below]
        };
        let frontiers = dominators.frontiers();
        for above in 0..count {
            let mut frontier = Vec::new();
            for below in 0..count {
                let dominates = dominators.dominates(block(above), block(below));
                prop_assert_eq!(dominates, defined(above, below));
                let of_a_predecessor = (0..count).any(|from| {
                    reachable[from]
                        && (edges[from].0 == below || edges[from].1 == below)
                        && defined(above, from)
                });
                if reachable[above] && of_a_predecessor && (above == below || !dominates) {
                    frontier.push(block(below));
                }
            }
            prop_assert_eq!(&frontiers[block(above)], &frontier);
            if let Some(immediate) = dominators.immediate(block(above)) {
                prop_assert!(defined(immediate.position(), above));
                for other in (0..count).filter(|&other| other != above && defined(other, above)) {
                    prop_assert!(defined(other, immediate.position()));
                }
            }
        }
    }
}
