//! The memory that threads share, as objects of known size, for schemes that do
//! not keep it in memory as it is; and the translation of the code that touches
//! it.
//!
//! In a bounded program every `Allocate` makes at most one object, so that all
//! objects are known beforehand. Those that several threads may touch are divided
//! into *cells*. A [`Scheme`] says what it means to read and write a cell, and
//! what happens where threads can be switched; everything else is done here, for
//! all schemes: finding the cells that an address may mean, what is wrong with an
//! address, updates, copies, the ends of objects, the creation of threads, waits,
//! marks, and checks. What only one thread touches stays in memory as it is.
//!
//! Such schemes run threads one after the other, on guesses that are found to be
//! right or wrong in the end. So what fails on the way is only noted, and checked
//! when the guesses are known to be right ([`errors`]).

use std::fmt;

use raddle_ir::index::Index;
use raddle_ir::{
    AwaitKind, FunctionId, Global, GlobalId, IndexVec, Operand, Origin, Program, Type,
};

use raddle_passes::Place;
use raddle_terms::Operator;

use crate::bounded::{Bounded, Slot};
use crate::code::{Code, constant};
use crate::marks::{Mark, Sequential};

/// A part of shared memory that is read and written as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellId(u32);

impl Index for CellId {
    fn new(position: usize) -> Self {
        CellId(position as u32)
    }
    fn position(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

#[derive(Clone, Debug)]
pub struct Cell {
    /// For people, and for the names of variables.
    pub name: String,
    /// An integer, of whole bytes or of one bit.
    pub kind: Type,
    pub initial: Initial,
    /// The threads that may read it (where they cannot know what it holds).
    pub readers: Vec<Slot>,
    /// The threads that may write it.
    pub writers: Vec<Slot>,
}

/// What a cell holds when the program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    Zero,
    /// What this global of the sequential program holds, which nobody writes, so many
    /// bytes from its start. [`Build::initial`] reads it.
    Bytes {
        global: GlobalId,
        offset: u64,
    },
}

/// One of the cells that an access may mean: this one, if the guard is true. At
/// most one guard of an access is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub guard: Operand,
    pub cell: CellId,
}

/// The sequential program under construction.
pub struct Build {
    /// It has the bounded program's globals, and more.
    pub program: Program,
    pub marks: Vec<Mark>,
}

/// Where code is added.
pub struct At<'a> {
    pub code: &'a mut Code,
    pub build: &'a mut Build,
    /// The thread whose code it is.
    pub slot: Slot,
}

/// What a scheme makes of shared memory and of time.
///
/// The code of a thread is added in its order; blocks may be added and closed, as
/// long as the current block is one in which the thread goes on.
pub trait Scheme {
    /// The thread starts. In front of its first statement.
    fn begin(&mut self, at: &mut At<'_>);

    /// Threads can be switched here: a visible statement follows outside of a section,
    /// or the beginning of one. Its `Step` is marked afterwards.
    fn switch(&mut self, at: &mut At<'_>);

    /// The value of the cell whose guard is true. All cells have the same kind. If no
    /// guard is true any value will do.
    fn load(&mut self, at: &mut At<'_>, choices: &[Choice]) -> Operand;

    /// Writes the cell whose guard is true, if there is one.
    fn store(&mut self, at: &mut At<'_>, choices: &[Choice], value: Operand);

    /// The thread creates another one.
    fn spawn(&mut self, at: &mut At<'_>, child: Slot);

    /// An atomic section begins (after [`Scheme::switch`]) or ends.
    fn section(&mut self, at: &mut At<'_>, begins: bool);

    /// Says that the thread takes the step at this place of the original program, right
    /// after [`Scheme::switch`].
    fn step(&mut self, at: &mut At<'_>, place: Place) {
        let mark = Mark::Step { slot: at.slot, place };
        at.build.mark(at.code, mark);
    }

    /// In front of the assumption that a wait's condition is true (or that it goes on
    /// by itself).
    fn wait(&mut self, at: &mut At<'_>, wait: Wait);

    /// The thread has come to its end, or goes no further. The function returns
    /// behind it.
    fn end(&mut self, at: &mut At<'_>, end: End);
}

/// What an `Await` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    pub kind: AwaitKind,
    pub condition: Operand,
    pub holder: Option<Operand>,
}

/// How a thread ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Finished,
    /// At a false assumption, a failed check, `exit`: it never finishes.
    Stopped,
}

impl Build {
    /// A program with the globals of the bounded one, and its functions without their
    /// bodies (their addresses may be data).
    pub fn new(bounded: &Bounded) -> Build {
        let mut program = bounded.program.clone();
        for function in program.functions.iter_mut() {
            function.blocks = IndexVec::new();
        }
        Build { program, marks: Vec::new() }
    }

    /// The program that starts with this code.
    pub fn finish(mut self, entry: Code) -> Sequential {
        self.program.entry = self.program.functions.push(entry.function);
        Sequential { program: self.program, marks: self.marks }
    }

    /// What a cell holds when the program starts.
    pub fn initial(&self, code: &mut Code, cell: &Cell) -> Operand {
        match cell.initial {
            Initial::Zero => constant(0, self.program.target.width(cell.kind)),
            Initial::Bytes { global, offset } => {
                let address = offset_by(code, Operand::Global(global), offset);
                code.load(address, cell.kind)
            }
        }
    }

    /// A global that holds zero at first.
    pub fn variable(&mut self, name: &str, kind: Type) -> GlobalId {
        let bytes = u64::from(self.program.target.width(kind).div_ceil(8));
        self.memory(name, bytes)
    }

    /// A global of so many bytes, all zero.
    pub fn memory(&mut self, name: &str, size: u64) -> GlobalId {
        self.program.globals.push(Global {
            name: name.to_string(),
            size,
            alignment: 16,
            initial: Vec::new(),
            constant: false,
            thread_local: false,
            origin: Origin::Library,
            debug_type: None,
            location: None,
        })
    }

    pub fn mark(&mut self, code: &mut Code, mark: Mark) {
        code.mark(self.marks.len());
        self.marks.push(mark);
    }
}

/// What [`translate`] gives.
pub struct Threads {
    /// For each thread the function that runs it, without parameters and results.
    /// To be called only if the thread was created.
    pub functions: IndexVec<Slot, FunctionId>,
    /// A bit: was the thread created? `main` always is, and has none.
    pub created: IndexVec<Slot, Option<GlobalId>>,
    pub errors: Errors,
}

/// What went wrong on the way.
#[derive(Default)]
pub struct Errors {}

impl Errors {
    /// The checks, at the very end, once it is known that the run is one of the
    /// concurrent program. Closes the function.
    pub fn check(self, _code: &mut Code, _build: &mut Build) {}
}

/// The memory that threads share.
pub struct Shared {
    pub cells: IndexVec<CellId, Cell>,
}

impl Shared {
    /// Adds what stands for objects to the program. An error is a reason why this
    /// program's memory cannot be divided.
    pub fn find(_bounded: &Bounded, _build: &mut Build) -> Result<Shared, String> {
        Err("not there yet".to_string())
    }
}

/// Makes a function of each thread, in the order of slots.
pub fn translate(
    _bounded: &Bounded,
    _shared: &Shared,
    _build: &mut Build,
    _scheme: &mut dyn Scheme,
) -> Result<Threads, String> {
    Err("not there yet".to_string())
}

/// An address so many bytes further.
pub fn offset_by(code: &mut Code, address: Operand, offset: u64) -> Operand {
    if offset == 0 {
        return address;
    }
    let offset = constant(u128::from(offset), code.target.pointer_bits);
    code.apply(Operator::PointerAdd { offset_bits: 0 }, &[address, offset], Type::Pointer)
}
