//! The graph behind the order, against a closure by definition.

use raddle_solver::circuit::Literal;
use raddle_solver::order::graph::Graph;

use crate::common::Random;

/// A relation that is closed by definition.
struct Closure {
    edges: Vec<(usize, usize)>,
    nodes: usize,
}

impl Closure {
    fn before(&self) -> Vec<Vec<bool>> {
        let mut before = vec![vec![false; self.nodes]; self.nodes];
        for (from, to) in &self.edges {
            before[*from][*to] = true;
        }
        for middle in 0..self.nodes {
            for from in 0..self.nodes {
                for to in 0..self.nodes {
                    before[from][to] |= before[from][middle] && before[middle][to];
                }
            }
        }
        before
    }
}

fn agree(graph: &Graph, closure: &Closure, marks: &[Literal]) {
    let before = closure.before();
    for (from, row) in before.iter().enumerate() {
        for (to, before) in row.iter().enumerate() {
            assert_eq!(graph.before(from as u32, to as u32), *before, "{from} {to}");
            if !before {
                continue;
            }
            // The edges that a path names suffice for it.
            let path = graph.path(from as u32, to as u32, graph.len()).unwrap();
            let fixed = closure.edges.len() - marks.len();
            let named = closure.edges.iter().enumerate().filter(|(position, _)| {
                position.checked_sub(fixed).is_none_or(|position| path.contains(&marks[position]))
            });
            let edges = named.map(|(_, edge)| *edge).collect();
            assert!(Closure { edges, nodes: closure.nodes }.before()[from][to]);
        }
    }
}

#[test]
fn a_graph_knows_what_comes_before_what_as_edges_come_and_go() {
    for seed in 0..300 {
        let random = &mut Random(seed);
        let nodes = 2 + random.below(9);
        let mut closure = Closure { edges: Vec::new(), nodes };
        for _ in 0..random.below(nodes * 2) {
            closure.edges.push((random.below(nodes), random.below(nodes)));
        }
        let fixed: Vec<(u32, u32)> =
            closure.edges.iter().map(|(from, to)| (*from as u32, *to as u32)).collect();
        let cyclic = (0..nodes).any(|node| closure.before()[node][node]);
        let graph = Graph::new(nodes as u32, &fixed);
        assert_eq!(graph.is_none(), cyclic);
        let Some(mut graph) = graph else { continue };
        let mut marks: Vec<Literal> = Vec::new();
        let mut next = 2;
        for _ in 0..40 {
            if random.below(4) == 0 {
                let left = random.below(marks.len() + 1);
                marks.truncate(left);
                closure.edges.truncate(fixed.len() + left);
                graph.shrink(fixed.len() + left);
            } else {
                let (from, to) = (random.below(nodes), random.below(nodes));
                let closes = from == to || closure.before()[to][from];
                let mark = Literal::of_variable(next);
                next += 1;
                assert_eq!(graph.insert(from as u32, to as u32, [Some(mark), None, None]), !closes);
                if !closes {
                    closure.edges.push((from, to));
                    marks.push(mark);
                }
            }
            assert_eq!(graph.len(), closure.edges.len());
            agree(&graph, &closure, &marks);
        }
    }
}

#[test]
fn a_path_uses_only_the_edges_that_were_there_in_time() {
    let mut graph = Graph::new(3, &[]).unwrap();
    let [first, second, third] = [2, 3, 4].map(Literal::of_variable);
    assert!(graph.insert(0, 1, [Some(first), None, None]));
    assert!(graph.insert(1, 2, [Some(second), None, None]));
    assert!(graph.insert(0, 2, [Some(third), None, None]));
    assert_eq!(graph.path(0, 2, 3), Some(vec![third]));
    assert_eq!(graph.path(0, 2, 2), Some(vec![second, first]));
    assert_eq!(graph.path(0, 2, 1), None);
}

#[test]
fn chains_are_as_few_as_threads() {
    // Two threads of three nodes each, started by one node and awaited by another.
    let edges = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6), (3, 7), (6, 7)];
    assert_eq!(Graph::new(8, &edges).unwrap().chains(), 2);
}
