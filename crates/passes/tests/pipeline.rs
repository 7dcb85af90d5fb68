//! From text to a prepared program: the facts fit the program that came out.

use raddle_ir::text::parse;
use raddle_passes::pipeline::prepare_watched;
use raddle_passes::{PassError, PipelineOptions, prepare};

const LOST_UPDATE: &str = "raddle-ir 1 target 64 entry f0
g0 global counter 4 align 4
g1 global unused 4 align 4
f0 function main() -> i32 {
b0:
  r0:ptr = allocate stack 4:i64 as local
  store i32 r0 = 1:i32
  r1:i32 = spawn f1, 0:i64
  r2:i32 = spawn f1, 0:i64
  r3:i32 = load i32 r0
  r4:i32 = load i32 g0
  return r4
}
f1 function worker(r0:ptr) -> ptr {
b0:
  r1:i32 = load i32 g0
  r2:i32 = add r1, 1:i32
  store i32 g0 = r2
  r3:ptr = pointer_add.0 r0, 4:i64
  return r3
}
f2 function never() {
b0:
  return
}
";

#[test]
fn facts_fit_the_program() {
    let program = parse(LOST_UPDATE).unwrap();
    let options = [(true, true), (true, false), (false, true), (false, false)];
    for (promote, simplify) in options {
        let options =
            PipelineOptions { promote, simplify, verify: true, ..PipelineOptions::default() };
        let ready = prepare(program.clone(), &options).unwrap();
        assert_eq!(ready.layout.functions as usize, ready.program.functions.len());
        assert_eq!(ready.layout.globals as usize, ready.program.globals.len());
        assert_eq!(ready.never_written.len(), ready.program.globals.len());
        assert!(ready.program.function_named("never").is_none());
        let counter = ready.program.global_named("counter").unwrap();
        assert!(!ready.never_written[counter]);
        for (id, function) in ready.program.functions.iter_enumerated() {
            let facts = &ready.functions[id];
            let mut visible = 0;
            for (block_id, block) in function.blocks.iter_enumerated() {
                let places = block.statements.len() + 1;
                assert_eq!(facts.visible[block_id].len(), places);
                assert_eq!(facts.live[block_id].len(), places);
                let edges = block.terminator.edges().len();
                assert_eq!(facts.back_edges[block_id].len(), edges);
                visible += facts.visible[block_id].iter().filter(|each| **each).count();
            }
            // main: two spawns and a load; the worker: a load and a store.
            assert_eq!(visible, if id == ready.program.entry { 3 } else { 2 });
        }
    }
}

#[test]
fn every_stage_can_be_watched() {
    let mut stages = Vec::new();
    let mut watch = |name: &str, program: &raddle_ir::Program| {
        stages.push((name.to_string(), program.functions.len()));
    };
    let options = PipelineOptions { simplify: false, ..PipelineOptions::default() };
    prepare_watched(parse(LOST_UPDATE).unwrap(), &options, Some(&mut watch)).unwrap();
    let names: Vec<&str> = stages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["input", "reachable", "layout", "promote", "freeze", "reachable again"]);
    assert_eq!(stages[0].1, 3);
    assert_eq!(stages[1].1, 2);
}

#[test]
fn ill_formed_input_is_an_error() {
    let text = LOST_UPDATE.replace("spawn f1, 0:i64", "spawn f1, 0:i8");
    let error = prepare(parse(&text).unwrap(), &PipelineOptions::default()).unwrap_err();
    assert!(matches!(error, PassError::IllFormed { after: "input", .. }), "{error}");
}

#[test]
fn what_does_not_fit_is_an_error() {
    let text = LOST_UPDATE
        .replace("target 64", "target 32")
        .replace(":i64", ":i32")
        .replace("counter 4", "counter 3000000000");
    let error = prepare(parse(&text).unwrap(), &PipelineOptions::default()).unwrap_err();
    assert!(matches!(error, PassError::Layout(_)), "{error}");
    assert!(error.to_string().contains("too many objects for 32-bit pointers"), "{error}");
}
