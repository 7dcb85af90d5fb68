//! Random programs with threads, run at random: whatever two threads touch must
//! be visible, and every address must be among the targets of its operand.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use raddle_ir::index::Index;
use raddle_ir::{
    AllocationKind, BlockId, Callee, FunctionId, Instruction, Operand, Program, RegisterId,
    Terminator,
};
use raddle_passes::points_to::{AbstractObject, PointsTo};
use raddle_passes::{Place, escape, loops, points_to, visible};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % bound
    }
}

const GLOBALS: usize = 5;
const FUNCTIONS: usize = 7;

/// Globals 0 to 3 hold pointers, 4 is thread-local. Function 0 is main, 1 to 3
/// are started as threads, 4 to 6 are called. Every function is a head, a loop
/// and a tail.
fn random_program(random: &mut Random) -> String {
    let mut text = String::from("raddle-ir 1 target 64 entry f0\n");
    for global in 0..GLOBALS {
        let initial = match random.below(4) {
            0 => format!(" = {{0: g{}}}", random.below(GLOBALS - 1)),
            1 => format!(" = {{0: f{}}}", 1 + random.below(FUNCTIONS - 1)),
            _ => String::new(),
        };
        let kind = if global == GLOBALS - 1 { " thread_local" } else { "" };
        let _ = writeln!(text, "g{global} global x{global} 8 align 8{kind}{initial}");
    }
    for function in 0..FUNCTIONS {
        let parameters = match function {
            0 => "",
            1..=3 => "r0:ptr",
            _ => "r0:ptr, r1:ptr",
        };
        let result = if function == 0 { "" } else { " -> ptr" };
        let _ = writeln!(text, "f{function} function n{function}({parameters}){result} {{");
        let mut pointers: Vec<usize> = (0..parameters.matches(':').count()).collect();
        let mut next = pointers.len();
        for block in 0..3 {
            let _ = writeln!(text, "b{block}:");
            for _ in 0..2 + random.below(4) {
                statement(random, &mut text, &mut pointers, &mut next);
            }
            match block {
                0 => text.push_str("  jump b1\n"),
                1 => {
                    let _ = writeln!(text, "  r{next}:i1 = nondet again");
                    let _ = writeln!(text, "  branch r{next} then b1 else b2");
                    next += 1;
                }
                _ if function == 0 => text.push_str("  return\n}\n"),
                _ => {
                    let value = operand(random, &pointers);
                    let _ = writeln!(text, "  return {value}\n}}");
                }
            }
        }
    }
    text
}

fn operand(random: &mut Random, pointers: &[usize]) -> String {
    match random.below(8) {
        0 => format!("g{}", random.below(GLOBALS - 1)),
        1 => format!("f{}", 1 + random.below(FUNCTIONS - 1)),
        _ if pointers.is_empty() => "0:i64".to_string(),
        _ => format!("r{}", pointers[random.below(pointers.len())]),
    }
}

fn statement(random: &mut Random, text: &mut String, pointers: &mut Vec<usize>, next: &mut usize) {
    let mut value = || operand(random, pointers);
    let (one, two) = (value(), value());
    let defined = match random.below(14) {
        0 | 1 => format!("load ptr {one}"),
        2 => "allocate heap 8:i64".to_string(),
        3 => "allocate stack 8:i64".to_string(),
        4 => format!("pointer_add.32 {one}, 0:i64"),
        5 => format!("thread_local g{}", GLOBALS - 1),
        6 => format!("call f{}({one}, {two})", 4 + random.below(3)),
        7 => format!("call *{one}({two}, {one})"),
        8 => format!("update exchange ptr {one}, {two}"),
        9 => {
            let start = 1 + random.below(3);
            let _ = writeln!(text, "  r{next}:i32 = spawn f{start}, {one}");
            *next += 1;
            return;
        }
        10 => {
            let _ = writeln!(text, "  copy i64 {one} = {two}");
            return;
        }
        _ => {
            let _ = writeln!(text, "  store ptr {one} = {two}");
            return;
        }
    };
    let _ = writeln!(text, "  r{next}:ptr = {defined}");
    pointers.push(*next);
    *next += 1;
}

/// What the run knows of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Global(usize),
    ThreadLocal(usize),
    Function(usize),
    Allocated(Place),
}

/// Null or an object.
type Value = Option<usize>;

struct Frame {
    function: FunctionId,
    block: BlockId,
    statement: usize,
    registers: HashMap<RegisterId, Value>,
    result: Option<RegisterId>,
}

#[derive(Default)]
struct Machine {
    kinds: Vec<Kind>,
    cells: Vec<Value>,
    threads: Vec<Vec<Frame>>,
    thread_locals: BTreeMap<(usize, usize), usize>,
    /// For each object: who touched it, from where, and did anyone write?
    touched: BTreeMap<usize, (BTreeSet<usize>, BTreeSet<Place>, bool)>,
}

impl Machine {
    fn new_object(&mut self, kind: Kind, value: Value) -> usize {
        self.kinds.push(kind);
        self.cells.push(value);
        self.kinds.len() - 1
    }

    fn value(&self, thread: usize, operand: &Operand) -> Value {
        match operand {
            Operand::Register(register) => {
                let frame = self.threads[thread].last().unwrap();
                frame.registers.get(register).copied().flatten()
            }
            Operand::Global(global) => Some(global.position()),
            Operand::Function(function) => Some(GLOBALS + function.position()),
            Operand::Constant(_) | Operand::Undefined(_) => None,
        }
    }

    fn set(&mut self, thread: usize, register: RegisterId, value: Value) {
        self.threads[thread].last_mut().unwrap().registers.insert(register, value);
    }

    /// The object that an address names; `None` is an error.
    fn touch(
        &mut self,
        points_to: &PointsTo,
        thread: usize,
        place: Place,
        address: &Operand,
        writes: bool,
    ) -> Option<usize> {
        let object = self.value(thread, address)?;
        let fits = |target: &AbstractObject| match (*target, self.kinds[object]) {
            (AbstractObject::Global(id), Kind::Global(number))
            | (AbstractObject::ThreadLocal(id), Kind::ThreadLocal(number)) => {
                id.position() == number
            }
            (AbstractObject::Function(id), Kind::Function(number)) => id.position() == number,
            (AbstractObject::Allocation { site, .. }, Kind::Allocated(place)) => site == place,
            _ => false,
        };
        let targets = points_to.targets(place.function, address);
        assert!(targets.iter().any(fits), "{place:?} {:?}", self.kinds[object]);
        if matches!(self.kinds[object], Kind::Function(_)) {
            return None;
        }
        let entry = self.touched.entry(object).or_default();
        entry.0.insert(thread);
        entry.1.insert(place);
        entry.2 |= writes;
        Some(object)
    }

    fn call(&mut self, program: &Program, thread: usize, callee: FunctionId, arguments: &[Value]) {
        let parameters = program.functions[callee].parameters.iter().copied();
        let frame = Frame {
            function: callee,
            block: BlockId::new(0),
            statement: 0,
            registers: parameters.zip(arguments.iter().copied()).collect(),
            result: None,
        };
        self.threads[thread].push(frame);
    }

    /// One statement or terminator; `None` if it fails or nothing is left.
    #[expect(
        clippy::too_many_lines,
        clippy::wildcard_enum_match_arm,
        reason = "the generator makes a few instructions only"
    )]
    fn step(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        random: &mut Random,
        thread: usize,
    ) -> Option<()> {
        let frame = self.threads[thread].last_mut()?;
        let place = Place {
            function: frame.function,
            block: frame.block,
            statement: frame.statement as u32,
        };
        let block = &program.functions[frame.function].blocks[frame.block];
        let Some(statement) = block.statements.get(frame.statement) else {
            return self.terminate(random, thread, &block.terminator);
        };
        frame.statement += 1;
        match &statement.instruction {
            Instruction::Load { result, address, .. } => {
                let object = self.touch(points_to, thread, place, address, false)?;
                self.set(thread, *result, self.cells[object]);
            }
            Instruction::Store { address, value, .. } => {
                let object = self.touch(points_to, thread, place, address, true)?;
                self.cells[object] = self.value(thread, value);
            }
            Instruction::Update { result, address, value, .. } => {
                let object = self.touch(points_to, thread, place, address, true)?;
                let value = self.value(thread, value);
                let old = std::mem::replace(&mut self.cells[object], value);
                self.set(thread, *result, old);
            }
            Instruction::Copy { to, from, .. } => {
                let from = self.touch(points_to, thread, place, from, false)?;
                let to = self.touch(points_to, thread, place, to, true)?;
                self.cells[to] = self.cells[from];
            }
            Instruction::Allocate { result, kind, .. } => {
                assert!(matches!(kind, AllocationKind::Heap | AllocationKind::Stack));
                let object = self.new_object(Kind::Allocated(place), None);
                self.set(thread, *result, Some(object));
            }
            Instruction::Apply { result, operands, .. } => {
                let value = self.value(thread, &operands[0]);
                self.set(thread, *result, value);
            }
            Instruction::ThreadLocalAddress { result, global } => {
                let key = (thread, global.position());
                let object = match self.thread_locals.get(&key) {
                    Some(object) => *object,
                    None => {
                        let initial = self.cells[global.position()];
                        self.new_object(Kind::ThreadLocal(global.position()), initial)
                    }
                };
                self.thread_locals.insert(key, object);
                self.set(thread, *result, Some(object));
            }
            Instruction::Call { results, callee, arguments } => {
                let callee = match callee {
                    Callee::Direct(function) => *function,
                    Callee::Indirect(pointer) => match self.kinds[self.value(thread, pointer)?] {
                        Kind::Function(number) => FunctionId::new(number),
                        Kind::Global(_) | Kind::ThreadLocal(_) | Kind::Allocated(_) => return None,
                    },
                };
                if self.threads[thread].len() > 20 {
                    return None;
                }
                let arguments: Vec<Value> =
                    arguments.iter().map(|each| self.value(thread, each)).collect();
                self.threads[thread].last_mut()?.result = results.first().copied();
                self.call(program, thread, callee, &arguments);
            }
            Instruction::Spawn { function, argument, .. } => {
                if let Operand::Function(start) = function
                    && self.threads.len() < 8
                {
                    let argument = self.value(thread, argument);
                    self.threads.push(Vec::new());
                    let created = self.threads.len() - 1;
                    self.call(program, created, *start, &[argument]);
                }
            }
            Instruction::Nondet { .. } => {}
            other => panic!("{other}"),
        }
        Some(())
    }

    fn terminate(&mut self, random: &mut Random, thread: usize, end: &Terminator) -> Option<()> {
        let goes_on = random.below(2);
        let edge = match end {
            Terminator::Jump(edge) => edge,
            Terminator::Branch { then, otherwise, .. } => [then, otherwise][goes_on],
            Terminator::Return(values) => {
                let value = values.first().and_then(|value| self.value(thread, value));
                self.threads[thread].pop();
                let frame = self.threads[thread].last_mut()?;
                if let Some(result) = frame.result.take() {
                    frame.registers.insert(result, value);
                }
                return Some(());
            }
            Terminator::Switch { .. } | Terminator::ThreadExit | Terminator::Stop(_) => {
                return None;
            }
        };
        let frame = self.threads[thread].last_mut()?;
        frame.block = edge.target;
        frame.statement = 0;
        Some(())
    }
}

fn run(program: &Program, points_to: &PointsTo, random: &mut Random) -> Machine {
    let mut machine = Machine::default();
    for (id, global) in program.globals.iter_enumerated() {
        let initial = global.initial.first().map(|part| match part.value {
            raddle_ir::InitialValue::GlobalAddress { global, .. } => global.position(),
            raddle_ir::InitialValue::FunctionAddress(function) => GLOBALS + function.position(),
            raddle_ir::InitialValue::Bytes(_) => panic!("no pointer"),
        });
        machine.new_object(Kind::Global(id.position()), initial);
    }
    for function in 0..FUNCTIONS {
        machine.new_object(Kind::Function(function), None);
    }
    machine.threads.push(Vec::new());
    machine.call(program, 0, program.entry, &[]);
    for _ in 0..600 {
        let thread = random.below(machine.threads.len());
        // What fails is skipped, so that threads live long enough to meet.
        let _ = machine.step(program, points_to, random, thread);
    }
    machine
}

#[test]
fn what_two_threads_touch_is_visible() {
    let mut random = Random(11);
    let (mut conflicts, mut private) = (0, 0);
    for _ in 0..1_000 {
        let text = random_program(&mut random);
        let program = raddle_ir::text::parse(&text).unwrap();
        let loops = program.functions.iter().map(loops::find).collect();
        let points_to = points_to::analyse(&program);
        let escape = escape::analyse(&program, &points_to, &loops);
        let visible = visible::find(&program, &points_to, &escape);
        for _ in 0..5 {
            let machine = run(&program, &points_to, &mut random);
            for (object, (threads, places, written)) in &machine.touched {
                if let Kind::Global(number) = machine.kinds[*object] {
                    let unwritten = escape.never_written[Index::new(number)];
                    assert!(!(*written && unwritten), "{text}\nx{number} is written");
                }
                let is_visible =
                    |place: &Place| visible[place.function][place.block][place.statement as usize];
                if threads.len() > 1 && *written {
                    conflicts += 1;
                    let hidden = places.iter().find(|place| !is_visible(place));
                    let kind = machine.kinds[*object];
                    assert_eq!(hidden, None, "{text}\n{kind:?} is touched by {threads:?}");
                } else {
                    private += places.iter().filter(|place| !is_visible(place)).count();
                }
            }
        }
    }
    // The test is about something.
    assert!(conflicts > 500 && private > 500, "{conflicts} {private}");
}
