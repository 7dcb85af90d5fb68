//! Blocks, branches, labels, phis.

use raddle_frontend::llvm::ast::{Body, Constant, DebugRecord, Operation, TerminatorOperation};
use raddle_frontend::llvm::metadata::Node;

use crate::support::{body, fixture, fixtures, function, global, instructions, module};

#[test]
fn switch_cases_keep_their_numbers_and_targets() {
    for name in ["control-14-O0", "control-19-O0"] {
        let text = fixture(name);
        let module = module(name, &text);
        let cases = body(&module, "cases");
        let switches: Vec<Vec<i128>> = cases
            .blocks
            .iter()
            .filter_map(|block| match &block.terminator.operation {
                TerminatorOperation::Switch { cases, default, .. } => {
                    assert!(default.index() < cases.len() + 30);
                    Some(cases.iter().map(|(number, _)| *number).collect())
                }
                _ => None,
            })
            .collect();
        assert_eq!(switches, [vec![-1, 1, 2, 3, 100], vec![i128::from(i64::MIN)]]);
        let TerminatorOperation::Switch { cases: targets, .. } =
            &cases.blocks[0].terminator.operation
        else {
            panic!("the entry ends in the first switch");
        };
        assert_eq!(targets[1].1, targets[3].1, "1 and 3 are one case");
        assert_ne!(targets[0].1, targets[1].1);
    }
}

#[test]
fn computed_gotos_have_addresses_and_targets() {
    for name in ["control-14-O0", "control-19-O0"] {
        let text = fixture(name);
        let module = module(name, &text);
        let computed = body(&module, "computed");
        let targets = computed.blocks.iter().find_map(|block| match &block.terminator.operation {
            TerminatorOperation::IndirectBranch { targets, .. } => Some(targets),
            _ => None,
        });
        let names: Vec<String> = targets
            .expect("there is an indirect branch")
            .iter()
            .map(|target| computed.block(*target).name.to_string())
            .collect();
        assert_eq!(names, ["zero", "one"]);
        let Some(Constant::Array(places)) = &global(&module, "computed.places").initialiser else {
            panic!("the table is an array");
        };
        for (place, wanted) in places.iter().zip(["zero", "one"]) {
            let Constant::BlockAddress { function: of, block } = &place.value else {
                panic!("of block addresses");
            };
            assert_eq!(*of, function(&module, "computed").symbol);
            assert_eq!(block.to_string(), wanted);
        }
    }
}

#[test]
fn source_labels_are_found() {
    for name in ["control-14-O0", "control-19-O0"] {
        let text = fixture(name);
        let module = module(name, &text);
        let labels: Vec<String> = instructions(body(&module, "labels"))
            .filter_map(|each| match &each.operation {
                Operation::Debug(DebugRecord::Label(node)) => match module.metadata.node(*node) {
                    Some(Node::Label { name, line, .. }) => Some(format!("{name}:{line}")),
                    _ => panic!("a label without its node"),
                },
                _ => None,
            })
            .collect();
        assert_eq!(labels, ["ERROR:44"]);
    }
}

#[test]
fn code_after_a_noreturn_call_is_unreachable() {
    for name in ["control-14-O0", "control-19-O0"] {
        let text = fixture(name);
        let module = module(name, &text);
        let never = body(&module, "never");
        let unreachable = never
            .blocks
            .iter()
            .filter(|block| matches!(block.terminator.operation, TerminatorOperation::Unreachable));
        assert_eq!(unreachable.count(), 2);
    }
}

fn successors(body: &Body<'_>, block: usize) -> Vec<usize> {
    let blocks = match &body.blocks[block].terminator.operation {
        TerminatorOperation::Return(_) | TerminatorOperation::Unreachable => vec![],
        TerminatorOperation::Jump(target) => vec![*target],
        TerminatorOperation::Branch { then, otherwise, .. } => vec![*then, *otherwise],
        TerminatorOperation::Switch { cases, default, .. } => {
            cases.iter().map(|(_, target)| *target).chain([*default]).collect()
        }
        TerminatorOperation::IndirectBranch { targets, .. }
        | TerminatorOperation::Unsupported { targets, .. } => targets.clone(),
    };
    blocks.into_iter().map(|block| block.index()).collect()
}

/// In every fixture, a phi names exactly the blocks that jump to its block: so
/// blocks keep their identity from first mention to final position.
#[test]
fn phis_name_exactly_the_predecessors() {
    let mut seen = 0;
    for name in fixtures() {
        let text = fixture(&name);
        let module = module(&name, &text);
        for body in module.functions.iter().filter_map(|function| function.body.as_ref()) {
            for (position, block) in body.blocks.iter().enumerate() {
                let mut before: Vec<usize> = (0..body.blocks.len())
                    .flat_map(|from| {
                        let edges = successors(body, from);
                        edges.into_iter().filter(move |to| *to == position).map(move |_| from)
                    })
                    .collect();
                before.sort_unstable();
                for instruction in &block.instructions {
                    let Operation::Phi { incoming, .. } = &instruction.operation else { continue };
                    let mut named: Vec<usize> =
                        incoming.iter().map(|(_, from)| from.index()).collect();
                    named.sort_unstable();
                    assert_eq!(named, before, "{name}, block {}", block.name);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 30, "only {seen} phis in the fixtures");
}

/// Every local in every fixture has one definition: a parameter or a result.
#[test]
fn locals_are_defined_once() {
    for name in fixtures() {
        let text = fixture(&name);
        let module = module(&name, &text);
        for function in &module.functions {
            let Some(body) = &function.body else { continue };
            let mut definitions = vec![0; body.locals.len()];
            for parameter in &function.parameters {
                definitions[parameter.local.expect("a definition's parameter").index()] += 1;
            }
            for instruction in instructions(body) {
                if let Some(result) = instruction.result {
                    definitions[result.index()] += 1;
                }
            }
            assert!(definitions.iter().all(|count| *count == 1), "{name}");
        }
    }
}

/// Without names everything has a number, and the entry block takes one too.
#[test]
fn unnamed_values_are_numbered() {
    for name in ["locals-14-unnamed", "locals-19-unnamed"] {
        let text = fixture(name);
        let module = module(name, &text);
        let locals = function(&module, "locals");
        let body = locals.body.as_ref().expect("is defined");
        let parameters: Vec<String> = locals
            .parameters
            .iter()
            .map(|each| body.local(each.local.expect("is a local")).name.to_string())
            .collect();
        assert_eq!(parameters, ["0", "1"]);
        assert_eq!(body.blocks[0].name.to_string(), "2");
        let first = body.blocks[0].instructions[0].result.expect("an allocation");
        assert_eq!(body.local(first).name.to_string(), "3");
    }
}
