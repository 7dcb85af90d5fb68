//! Lazy sequentialisation, after Inverso, Tomasco, Fischer, La Torre and Parlato,
//! "Bounded Model Checking of Multi-Threaded C Programs via Lazy Sequentialization".
//!
//! Each thread of the bounded program is a function that can be left in front of
//! every visible statement and goes on from there when it is called again: what
//! it computed is kept in globals, and control code jumps over what was already
//! done and over what is not to be done yet (`thread`, `persist`, `objects`). A
//! driver calls the functions, round after round, and guesses for each call how
//! far the thread gets (`driver`).
//!
//! Deviations from the paper:
//!
//! - A thread that stops for ever (an assumption that does not hold, `exit`) is
//!   left where it is, and others run on, as everywhere here; in the paper such a
//!   run is given up, and what others would have seen of it is lost.
//! - Which check is looked for is guessed once, so that a failing check of one kind
//!   hides nothing of another.
//! - The driver may also be one of contexts instead of rounds, or one of stacks of
//!   threads, which are the schedules of KISS.
//! - Program counters have as many bits as the thread needs.

mod driver;
mod objects;
mod persist;
mod thread;

use raddle_ir::index::Index;
use raddle_ir::{
    CheckKind, FunctionId, Global, GlobalId, IndexVec, Operand, Origin, Program, Type,
};
use raddle_terms::Operator;

use crate::bounded::{Bounded, Slot};
use crate::code::{Code, constant};
use crate::marks::{Mark, Sequential};

/// Which thread runs when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Every thread once a round; `order` is that of the threads within a round, empty
    /// for their own.
    Rounds { count: u32, order: Vec<Slot> },
    /// Any thread, so many times.
    Contexts { count: u32 },
    /// A thread that is interrupted goes on when those that were started since have
    /// ended or are given up.
    Stack,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub driver: Driver,
    /// What is asked about; `Unwind` always is.
    pub checks: Vec<CheckKind>,
    /// Say (`check unwind`, [`crate::Reached::Rounds`]) when more rounds could show
    /// something new.
    pub complete: bool,
}

pub fn sequentialise(bounded: &Bounded, options: &Options) -> Result<Sequential, String> {
    let mut building = Building::new(bounded, options);
    for slot in slots(bounded) {
        building.thread(slot)?;
    }
    driver::add(&mut building)?;
    Ok(Sequential { program: building.program, marks: building.marks })
}

pub(crate) fn slots(bounded: &Bounded) -> impl Iterator<Item = Slot> + use<> {
    (0..bounded.threads.len()).map(Slot::new)
}

/// What is kept of a thread between its turns.
struct Kept {
    /// The new function; takes where the thread stands and how far it goes.
    function: FunctionId,
    /// The thread was created and has not stopped.
    active: GlobalId,
    /// The label in front of which it stands; 0 before it began.
    position: GlobalId,
    argument: Option<GlobalId>,
    /// Of labels.
    kind: Type,
    /// The label of its end.
    last: u32,
}

/// The sequential program on its way.
struct Building<'b> {
    bounded: &'b Bounded,
    options: &'b Options,
    program: Program,
    marks: Vec<Mark>,
    threads: IndexVec<Slot, Kept>,
    checks: Vec<CheckKind>,
    /// Which of the checks is looked for.
    looked_for: GlobalId,
    /// Objects that are made at the beginning, and where their addresses are kept.
    objects: Vec<objects::Made>,
}

/// The width of the guess which check is looked for.
const LOOKED_FOR: Type = Type::Integer(8);

impl<'b> Building<'b> {
    fn new(bounded: &'b Bounded, options: &'b Options) -> Building<'b> {
        let old = &bounded.program;
        let program = Program {
            target: old.target,
            files: old.files.clone(),
            types: old.types.clone(),
            globals: old.globals.clone(),
            functions: old.functions.clone(),
            entry: old.entry,
        };
        let mut checks = options.checks.clone();
        if !checks.contains(&CheckKind::Unwind) {
            checks.push(CheckKind::Unwind);
        }
        let mut building = Building {
            bounded,
            options,
            program,
            marks: Vec::new(),
            threads: IndexVec::new(),
            checks,
            looked_for: GlobalId::new(0),
            objects: Vec::new(),
        };
        building.looked_for = building.global("looked_for", LOOKED_FOR);
        for slot in slots(bounded) {
            building.keep(slot);
        }
        building
    }

    fn keep(&mut self, slot: Slot) {
        let thread = &self.bounded.threads[slot];
        let last = thread::labels(self.bounded, slot).len() as u32 + 1;
        let kind = Type::Integer((32 - last.leading_zeros()) as u16);
        let has_argument = !self.bounded.program.functions[thread.function].parameters.is_empty();
        let kept = Kept {
            function: thread.function,
            active: self.global(&format!("active_{slot}"), Type::Integer(1)),
            position: self.global(&format!("position_{slot}"), kind),
            argument: has_argument.then(|| self.global(&format!("argument_{slot}"), Type::Pointer)),
            kind,
            last,
        };
        self.threads.push(kept);
    }

    /// A variable of the control code, zero at first.
    fn global(&mut self, name: &str, kind: Type) -> GlobalId {
        let size = u64::from(self.program.target.width(kind).div_ceil(8));
        let size = size.next_power_of_two();
        self.program.globals.push(Global {
            name: format!("raddle_{name}"),
            size,
            alignment: size.min(16),
            initial: Vec::new(),
            constant: false,
            thread_local: false,
            origin: Origin::Library,
            debug_type: None,
            location: None,
        })
    }

    fn mark(&mut self, mark: Mark) -> usize {
        self.marks.push(mark);
        self.marks.len() - 1
    }

    fn thread(&mut self, slot: Slot) -> Result<(), String> {
        let function = self.threads[slot].function;
        self.program.functions[function] = thread::translate(self, slot)?;
        Ok(())
    }

    fn label(&self, slot: Slot, label: u32) -> Operand {
        constant(u128::from(label), self.program.target.width(self.threads[slot].kind))
    }

    /// The position of a kind among the checks.
    fn number_of(&self, kind: CheckKind) -> Option<usize> {
        self.checks.iter().position(|of| *of == kind)
    }

    /// For each check whether another one is looked for; the last is undefined
    /// behaviour that no check covers.
    fn others(&self, code: &mut Code) -> Vec<Operand> {
        let looked_for = code.read(self.looked_for, LOOKED_FOR);
        (0..=self.checks.len())
            .map(|number| code.test(Operator::NotEqual, &[looked_for, constant(number as u128, 8)]))
            .collect()
    }
}
