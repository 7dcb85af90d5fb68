//! Lazy sequentialisation, after Inverso, Tomasco, Fischer, La Torre and Parlato,
//! "Bounded Model Checking of Multi-Threaded C Programs via Lazy Sequentialization".
//!
//! Each thread of the bounded program is a function that can be left in front of
//! every visible statement and goes on from there when it is called again: what
//! it computed is kept in globals, and control code jumps over what was already
//! done and over what is not to be done yet (`thread`, `persist`, `objects`). A
//! driver calls the functions, round after round, and guesses for each call how
//! far the thread gets (`driver`). Deadlocks and races are looked for in `waits` and
//! `races`; `reduce` drops schedules that differ in nothing that matters, and says
//! when the rounds are enough.
//!
//! Deviations from the paper:
//!
//! - A thread that stops for ever (an assumption that does not hold, `exit`) is
//!   left where it is, and others run on, as everywhere here; in the paper such a
//!   run is given up, and what others would have seen of it is lost.
//! - Which check is looked for is guessed once, so that a failing check of one kind
//!   hides nothing of another.
//! - The schedules may also be context-bounded instead of round-robin, or those of KISS
//!   (Qadeer and Wu), a stack of threads.
//! - Program counters have as many bits as the thread needs.
//!
//! Incomplete: deadlocks in front of a section of the program's own that writes or takes
//! an input before it waits are unknown.

mod accesses;
mod driver;
mod objects;
mod persist;
mod races;
mod reduce;
mod thread;
mod waits;

use raddle_ir::index::Index;
use raddle_ir::{CheckKind, FunctionId, GlobalId, IndexVec, Operand, Program, Type};
use raddle_terms::{Bits, Operator};

use accesses::Accesses;
use races::Watch;
use reduce::{Done, Seen};
use waits::Waits;

use crate::bounded::{Bounded, Slot};
use crate::code::{BIT, Code, constant, zeroed_global};
use crate::marks::{Sequential, TraceMark};

/// The schedules that the sequential program stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Round-robin schedules: every thread once a round; `order` is that of the threads
    /// within a round, empty for their own.
    RoundRobin { rounds: u32, order: Vec<Slot> },
    /// Context-bounded schedules: any thread, so many times.
    ContextBounded { contexts: u32 },
    /// The schedules of KISS, a stack of threads: one that is interrupted goes on when
    /// those that were started since have ended or are given up.
    Kiss,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub driver: Driver,
    /// What is asked about; `Unwind` always is.
    pub checks: Vec<CheckKind>,
    /// Let a thread stand in front of everything that may be a memory error, so that
    /// others go on where it stops there.
    pub careful: bool,
    /// Say (`check unwind`, [`crate::ReachedBound::Rounds`]) when more rounds could show
    /// something new.
    pub complete: bool,
}

pub fn sequentialise(bounded: &Bounded, options: &Options) -> Result<Sequential, String> {
    let mut building = Building::new(bounded, options);
    for slot in bounded.slots() {
        building.thread(slot)?;
    }
    driver::add(&mut building)?;
    let Building { program, marks, accesses, .. } = building;
    Ok(Sequential { program, marks, unwatched_races: accesses.unwatched_races })
}

/// The state of a thread between its turns.
struct ThreadState {
    /// The new function; takes where the thread stands and how far it goes.
    function: FunctionId,
    /// The thread was created and has not stopped.
    active: GlobalId,
    /// The program counter: the label in front of which it stands; 0 before it began.
    program_counter: GlobalId,
    argument: Option<GlobalId>,
    /// Of labels.
    kind: Type,
    /// The label of its end.
    last: u32,
}

/// The sequential program under construction.
struct Building<'b> {
    bounded: &'b Bounded,
    options: &'b Options,
    program: Program,
    marks: Vec<TraceMark>,
    threads: IndexVec<Slot, ThreadState>,
    checks: Vec<CheckKind>,
    /// Which of the checks is looked for.
    looked_for: GlobalId,
    accesses: Accesses<'b>,
    watch: Option<Watch>,
    waits: Option<IndexVec<Slot, Waits>>,
    seen: Option<IndexVec<Slot, Seen>>,
    done: Option<Done>,
    /// Objects that are made at the beginning, and where their addresses are kept.
    objects: Vec<objects::Made>,
}

/// What a thread's function is called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// To go on.
    Run,
    /// To say whether it waits where it stands.
    Waits,
    /// To note what it does next.
    Watched,
}

/// Of a thread's number.
const HOLDER: Type = Type::Integer(32);

const LOOK: Type = Type::Integer(2);

impl Look {
    fn bits(self) -> Bits {
        Bits::new(self as u128, 2)
    }

    fn number(self) -> Operand {
        Operand::Constant(self.bits())
    }
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
            accesses: Accesses::new(bounded, checks.contains(&CheckKind::Race)),
            watch: None,
            waits: None,
            seen: None,
            done: None,
            checks,
            looked_for: GlobalId::new(0),
            objects: Vec::new(),
        };
        building.looked_for = building.global("looked_for", LOOKED_FOR);
        for slot in bounded.slots() {
            building.keep(slot);
        }
        building.look_out();
        building
    }

    /// The variables of what else is looked at.
    fn look_out(&mut self) {
        if self.checks.contains(&CheckKind::Race) {
            self.watch = Some(Watch::new(self));
        }
        if self.checks.contains(&CheckKind::Deadlock) {
            self.waits = Some(self.bounded.slots().map(|slot| Waits::new(self, slot)).collect());
        }
        if let Driver::RoundRobin { .. } = self.options.driver {
            self.done = Some(Done::new(self));
            self.seen = Some(self.bounded.slots().map(|slot| Seen::new(self, slot)).collect());
        }
    }

    fn waits_of(&self, slot: Slot) -> Option<Waits> {
        self.waits.as_ref()?.get(slot).copied()
    }

    fn seen_of(&self, slot: Slot) -> Option<Seen> {
        self.seen.as_ref()?.get(slot).copied()
    }

    fn set_kind(&self) -> Type {
        Type::Integer(self.accesses.set_width())
    }

    fn set(&self, of: u64) -> Operand {
        constant(u128::from(of), self.accesses.set_width())
    }

    /// Whether threads' functions are called for more than to go on.
    fn looks(&self) -> bool {
        self.watch.is_some() || self.waits.is_some()
    }

    fn keep(&mut self, slot: Slot) {
        let thread = &self.bounded.threads[slot];
        let last = thread::labels(self.bounded, slot, self.options.careful).len() as u32 + 1;
        let kind = Type::Integer((32 - last.leading_zeros()) as u16);
        let has_argument = !self.bounded.program.functions[thread.function].parameters.is_empty();
        let kept = ThreadState {
            function: thread.function,
            active: self.global(&format!("active_{slot}"), BIT),
            program_counter: self.global(&format!("position_{slot}"), kind),
            argument: has_argument.then(|| self.kept(&format!("argument_{slot}"), Type::Pointer)),
            kind,
            last,
        };
        self.threads.push(kept);
    }

    /// A variable of the control code, zero at first.
    fn global(&mut self, name: &str, kind: Type) -> GlobalId {
        let size = u64::from(self.program.target.width(kind).div_ceil(8));
        let size = size.next_power_of_two();
        let global = zeroed_global(format!("raddle_{name}"), size, size.min(16));
        self.program.globals.push(global)
    }

    /// One that nothing reads before it is written.
    fn kept(&mut self, name: &str, kind: Type) -> GlobalId {
        let global = self.global(name, kind);
        self.program.globals[global].kept = true;
        global
    }

    fn mark(&mut self, mark: TraceMark) -> usize {
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

    fn is_looked_for(&self, code: &mut Code, number: usize) -> Operand {
        let looked_for = code.read(self.looked_for, LOOKED_FOR);
        code.test(Operator::Equal, &[looked_for, constant(number as u128, 8)])
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
