//! One meaning, two domains: a loop-free program is run once over terms, paths
//! merged where they join, and then for many inputs on the concrete machine.
//! For every input the merged run must say the same as the concrete one.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::collections::BTreeMap;

use raddle_ir::index::Index;
use raddle_ir::{Access, AllocationKind, BlockId, CheckKind, Function, GlobalId, StopReason};
use raddle_passes::dominators::reverse_postorder;
use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Allocation, At};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::{
    Domain, Event, Exit, Frame, Host, Interrupt, Machine, Selected, Source, StepEnd, ThreadNumber,
    merge, run_block,
};
use raddle_terms::{Bits, Operator, Term, TermStore};

const PROGRAM: &str = r#"raddle-ir 1 target 64 entry f0
file0 "two.c"
g0 global low 4 align 4 = {0: "\07\00\00\00"}
g1 global high 4 align 4
f0 function main() @1:1 {
b0:
  r0:i32 = nondet "a"
  r1:i32 = nondet "b"
  r2:i1 = signed_less r0, r1
  branch r2 then b1 else b2
b1:
  r3:i32 = load i32 g0
  r4:i32 = add r3, r0
  store i32 g0 = r4
  r5:i1 = equal r4, 9:i32
  branch r5 then b3(1:i32) else b3(r4)
b2:
  r6:i32 = update add i32 g1, r1
  r7:i32 = multiply r0, 3:i32
  store i32 g0 = r7
  branch r2 then b3(r7) else b3(r6)
b3(r8:i32):
  r9:i32, r10:i1 = compare_exchange i32 g0, r8, 5:i32
  r11:i32 = zero_extend.32 r10
  output r11
  output r9
  r12:i32 = load i32 g0
  output r12
  r13:i32 = load i32 g1
  r14:i32 = if_then_else r2, r13, r8
  output r14
  stop exit
}
"#;

/// Whole cells at constant addresses.
struct Merged {
    cells: BTreeMap<u64, Term>,
    inputs: Vec<Term>,
    outputs: Vec<(Term, Term)>,
}

impl Merged {
    fn cell(&self, store: &TermStore, address: Term) -> u64 {
        store.known(address).expect("the program's addresses are constant").low64()
    }
}

impl Host<TermStore> for Merged {
    fn pause(&mut self, _: Place) -> bool {
        false
    }
    fn load(
        &mut self,
        store: &mut TermStore,
        _: &At<Term>,
        address: &Term,
        _: &Access,
    ) -> Result<Term, Interrupt> {
        Ok(self.cells[&self.cell(store, *address)])
    }
    fn store(
        &mut self,
        store: &mut TermStore,
        at: &At<Term>,
        address: &Term,
        value: Option<&Term>,
        _: &Access,
    ) -> Result<(), Interrupt> {
        let cell = self.cell(store, *address);
        let old = self.cells[&cell];
        let new = store.if_then_else(&at.guard, *value.expect("every value is written"), old);
        self.cells.insert(cell, new);
        Ok(())
    }
    fn nondet(&mut self, store: &mut TermStore, _: Source, width: u16) -> Result<Term, Interrupt> {
        let input = store.fresh("input", width);
        self.inputs.push(input);
        Ok(input)
    }
    fn output(&mut self, _: &mut TermStore, at: &At<Term>, value: &Term) {
        self.outputs.push((at.guard, *value));
    }
    fn copy(
        &mut self,
        _: &mut TermStore,
        _: &At<Term>,
        _: &Term,
        _: &Term,
        _: &Access,
    ) -> Result<(), Interrupt> {
        unreachable!("the program copies nothing")
    }
    fn allocate(
        &mut self,
        _: &mut TermStore,
        _: &At<Term>,
        _: AllocationKind,
        _: &Term,
        _: bool,
    ) -> Result<Allocation<Term>, Interrupt> {
        unreachable!("the program allocates nothing")
    }
    fn free(&mut self, _: &mut TermStore, _: &At<Term>, _: &Term) -> Result<(), Interrupt> {
        unreachable!("the program frees nothing")
    }
    fn end_object(&mut self, _: &mut TermStore, _: u32) {}
    fn object_size(
        &mut self,
        _: &mut TermStore,
        _: &At<Term>,
        _: &Term,
    ) -> Result<Term, Interrupt> {
        unreachable!("the program asks for no size")
    }
    fn thread_local(
        &mut self,
        _: &mut TermStore,
        _: &At<Term>,
        _: GlobalId,
    ) -> Result<Term, Interrupt> {
        unreachable!("the program has no thread-local variable")
    }
    fn variadic_area(
        &mut self,
        _: &mut TermStore,
        _: &At<Term>,
        _: &[Option<Term>],
    ) -> Result<Allocation<Term>, Interrupt> {
        unreachable!("the program has no variadic function")
    }
    fn assume(&mut self, _: &mut TermStore, _: &At<Term>, _: &Term) -> Result<(), Interrupt> {
        unreachable!("the program assumes nothing")
    }
    fn check(
        &mut self,
        _: &mut TermStore,
        _: &At<Term>,
        _: CheckKind,
        _: &Term,
        _: &str,
    ) -> Result<(), Interrupt> {
        unreachable!("the program checks nothing")
    }
    fn current_thread(&mut self, store: &mut TermStore) -> Term {
        store.constant(Bits::zero(32))
    }
    fn fails_by_itself(&mut self, store: &mut TermStore, _: &At<Term>) -> Result<Term, Interrupt> {
        Ok(store.boolean(false))
    }
}

/// Walks the blocks in topological order and merges frames at joins.
fn run_merged(ready: &Ready, store: &mut TermStore) -> Merged {
    let mut host = Merged { cells: BTreeMap::new(), inputs: Vec::new(), outputs: Vec::new() };
    for (id, _) in ready.program.globals.iter_enumerated() {
        let initial = if id.position() == 0 { 7 } else { 0 };
        let value = store.constant(Bits::new(initial, 32));
        let address = ready.layout.pointer(ready.layout.global_object(id), 0).low64();
        host.cells.insert(address, value);
    }
    let entry = ready.program.entry;
    let function = &ready.program.functions[entry];
    let always = store.boolean(true);
    let mut waiting = BTreeMap::new();
    let start = Frame::enter(entry, function, &[], always);
    waiting.insert(BlockId::new(Function::ENTRY), start);
    for block in reverse_postorder(function) {
        let Some(mut frame) = waiting.remove(&block) else { continue };
        match run_block(ready, &mut frame, store, &mut host) {
            Exit::Goto => arrive(ready, store, &mut waiting, frame, 0, always),
            Exit::Branch(condition) => {
                let not = store.not(condition);
                arrive(ready, store, &mut waiting, frame.clone(), 0, condition);
                arrive(ready, store, &mut waiting, frame, 1, not);
            }
            Exit::Stop(StopReason::Exit) => {}
            Exit::Switch(_)
            | Exit::Call { .. }
            | Exit::Return(_)
            | Exit::Spawn { .. }
            | Exit::Await { .. }
            | Exit::AtomicBegin
            | Exit::AtomicEnd
            | Exit::ThreadExit
            | Exit::Stop(_)
            | Exit::Paused
            | Exit::Interrupted(_) => unreachable!("the program has only branches"),
        }
    }
    host
}

fn arrive(
    ready: &Ready,
    store: &mut TermStore,
    waiting: &mut BTreeMap<BlockId, Frame<Term>>,
    mut frame: Frame<Term>,
    edge: usize,
    condition: Term,
) {
    frame.guard = store.apply(Operator::And, &[frame.guard, condition]);
    frame.follow(ready, store, edge);
    let block = frame.block;
    let merged = match waiting.remove(&block) {
        Some(other) => merge(store, &frame.guard.clone(), frame, other),
        None => frame,
    };
    waiting.insert(block, merged);
}

/// Gives the inputs, one after the other.
struct Given<'a>(std::slice::Iter<'a, Bits>);

impl Oracle for Given<'_> {
    fn value(&mut self, _: Source, _: u16) -> Result<Bits, Interrupt> {
        Ok(*self.0.next().expect("one input for each nondet"))
    }
    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        Ok(false)
    }
    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        _: u32,
        _: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        Ok(first)
    }
    fn thread(
        &mut self,
        _: ThreadNumber,
        _: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        Ok(1)
    }
}

fn run_concrete(ready: &Ready, inputs: &[Bits]) -> Vec<Bits> {
    let mut machine = Machine::new(ready, Selected::none());
    let mut oracle = Given(inputs.iter());
    let mut outputs = Vec::new();
    let mut observer = |event: &Event| {
        if let Event::Output { value, .. } = event {
            outputs.push(*value);
        }
    };
    let mut end = machine.begin(&mut oracle, &mut observer);
    while matches!(end, StepEnd::Done { .. }) && machine.is_running(0) {
        end = machine.step(0, &mut oracle, &mut observer);
    }
    assert!(matches!(end, StepEnd::Done { .. }), "{end:?}");
    outputs
}

#[test]
fn a_merged_symbolic_run_agrees_with_every_concrete_run() {
    let program = raddle_ir::text::parse(PROGRAM).expect("the program is well formed");
    let ready = raddle_passes::pipeline::prepare(program, &Default::default()).expect("it is fine");
    let mut store = TermStore::new();
    let merged = run_merged(&ready, &mut store);
    assert_eq!(merged.outputs.len(), 4, "each output instruction once, paths merged");
    let interesting = [0i128, 1, 2, 3, 5, 7, 9, -1, -7, i32::MIN.into(), i32::MAX.into()];
    for a in interesting {
        for b in interesting {
            let inputs = [Bits::from_signed(a, 32), Bits::from_signed(b, 32)];
            let assignment = |symbol| {
                let term = store.symbol_term(symbol);
                let position = merged.inputs.iter().position(|input| *input == term);
                position.map(|position| inputs[position])
            };
            let mut evaluation = raddle_terms::Evaluation::new(&store, assignment);
            let symbolic: Vec<Bits> = merged
                .outputs
                .iter()
                .filter(|(guard, _)| evaluation.value(*guard).is_true())
                .map(|(_, value)| *value)
                .collect::<Vec<_>>()
                .into_iter()
                .map(|value| evaluation.value(value))
                .collect();
            assert_eq!(symbolic, run_concrete(&ready, &inputs), "inputs {a}, {b}");
        }
    }
}
