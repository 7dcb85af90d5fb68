//! The objects of a running program, by number.
//!
//! Globals that nothing can write are no part of the state: they sit beside it,
//! shared by all. Addresses are resolved here, and what is wrong with one is
//! said in words.

use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_ir::{Global, GlobalId, InitialValue};
use raddle_passes::{PointerLayout, Ready};
use raddle_terms::Bits;
use rustc_hash::FxHashSet;

use super::cells::Cells;
use super::object::{Object, ObjectKind};

/// Where the object with a number is kept.
#[derive(Clone, Copy, Debug)]
enum Home {
    Constant(u32),
    Cell(u32),
}

#[derive(Debug)]
struct Statics {
    constants: Vec<Object>,
    /// By global.
    homes: Vec<Home>,
    /// How many cells the globals take; objects made at run time come after.
    global_cells: u32,
}

#[derive(Clone, Debug)]
pub struct Memory {
    pub cells: Cells<Object>,
    statics: Rc<Statics>,
    layout: PointerLayout,
    /// What the current step depends on, in order.
    pub questions: Vec<Question>,
}

/// Something that a step's outcome depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What the cell held, by its identity before the step.
    Cell { cell: u32, identity: u32 },
    /// The next choice of the oracle.
    Choice,
}

/// A resolved address: whole bytes within a live object.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    home: Home,
    pub object: u32,
    pub offset: usize,
    pub count: usize,
}

impl Memory {
    pub fn new(ready: &Ready) -> Memory {
        let mut cells = Cells::new();
        let mut statics = Statics { constants: Vec::new(), homes: Vec::new(), global_cells: 0 };
        for (id, global) in ready.program.globals.iter_enumerated() {
            let object = Object::with_bytes(ObjectKind::Global(id), initial_bytes(ready, global));
            if ready.never_written[id] || global.thread_local {
                statics.homes.push(Home::Constant(statics.constants.len() as u32));
                statics.constants.push(object);
            } else {
                statics.homes.push(Home::Cell(statics.global_cells));
                cells.set(statics.global_cells as usize, Some(Rc::new(object)));
                statics.global_cells += 1;
            }
        }
        Memory { cells, statics: Rc::new(statics), layout: ready.layout, questions: Vec::new() }
    }

    fn home(&self, object: u32) -> Option<Home> {
        if let Some(global) = self.layout.object_global(object) {
            return self.statics.homes.get(global.position()).copied();
        }
        let dynamic = object.checked_sub(self.layout.first_dynamic())?;
        Some(Home::Cell(self.statics.global_cells + dynamic))
    }

    pub fn begin_step(&mut self) {
        self.cells.begin_step();
        self.questions.clear();
    }

    #[inline]
    fn touch(&mut self, cell: u32) {
        let asked = |question: &Question| match question {
            Question::Cell { cell: known, .. } => *known == cell,
            Question::Choice => false,
        };
        if !self.cells.is_dirty(cell as usize) && !self.questions.iter().any(asked) {
            let identity = self.cells.identity(cell as usize);
            self.questions.push(Question::Cell { cell, identity });
        }
    }

    /// The current step depends on the object with this number, if there is one.
    pub fn ask(&mut self, number: u32) {
        if let Some(Home::Cell(cell)) = self.home(number) {
            self.touch(cell);
        }
    }

    /// The cell of an object made at run time.
    fn cell(&self, object: u32) -> usize {
        (self.statics.global_cells + (object - self.layout.first_dynamic())) as usize
    }

    /// Where an object is kept, if it can change.
    pub fn cell_of(&self, object: u32) -> Option<u32> {
        match self.home(object)? {
            Home::Cell(cell) => Some(cell),
            Home::Constant(_) => None,
        }
    }

    /// The object number of a cell.
    pub fn number(&self, cell: usize) -> u32 {
        let cell = cell as u32;
        if cell >= self.statics.global_cells {
            return self.layout.first_dynamic() + (cell - self.statics.global_cells);
        }
        let global = self
            .statics
            .homes
            .iter()
            .position(|home| matches!(home, Home::Cell(at) if *at == cell))
            .unwrap_or(0);
        self.layout.global_object(GlobalId::new(global))
    }

    pub fn object(&self, number: u32) -> Option<&Object> {
        match self.home(number)? {
            Home::Constant(index) => self.statics.constants.get(index as usize),
            Home::Cell(index) => self.cells.get(index as usize),
        }
    }

    /// Whether a dead object has this number, one that died before the current
    /// step: a register may still point to what died in it.
    pub fn is_long_dead(&self, number: u32) -> bool {
        let cell = self.cell(number);
        self.cells.get(cell).is_some_and(|object| !object.alive) && !self.cells.is_dirty(cell)
    }

    /// The dead objects that some word in memory still mentions, or did before
    /// the current step. Pointers in packed structures and buffers of bytes sit
    /// anywhere.
    pub fn mentioned_dead(&self) -> FxHashSet<u32> {
        let bytes = usize::from(self.layout.pointer_bits / 8);
        let now = self.cells.iter().map(|(_, object)| object);
        let words = now.chain(self.cells.former()).flat_map(|object| object.bytes().windows(bytes));
        let numbers = words.map(|word| {
            let mut buffer = [0u8; 8];
            buffer[..bytes].copy_from_slice(word);
            u64::from_le_bytes(buffer) >> self.layout.offset_bits
        });
        let dynamic = u64::from(self.layout.first_dynamic())..u64::from(self.layout.object_limit());
        numbers
            .filter(|number| dynamic.contains(number))
            .map(|number| number as u32)
            .filter(|number| self.is_long_dead(*number))
            .collect()
    }

    /// Whether some aligned word of 32 bits has a value in this range.
    pub fn has_word(&self, range: std::ops::RangeInclusive<u32>) -> bool {
        let words = self.cells.iter().flat_map(|(_, object)| object.bytes().chunks_exact(4));
        words
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .any(|word| range.contains(&word))
    }

    pub fn create(&mut self, number: u32, object: Object) {
        let cell = self.cell(number);
        self.cells.set(cell, Some(Rc::new(object)));
    }

    pub fn kill(&mut self, number: u32) {
        let cell = self.cell(number);
        self.touch(cell as u32);
        if let Some(object) = self.cells.edit(cell) {
            object.die();
        }
    }

    /// A fresh instance of a thread-local global.
    pub fn instance(&self, global: GlobalId, kind: ObjectKind) -> Object {
        let mut object = match self.statics.homes.get(global.position()) {
            Some(Home::Constant(index)) => self.statics.constants[*index as usize].clone(),
            Some(Home::Cell(_)) | None => Object::with_bytes(kind, Vec::new()),
        };
        object.kind = kind;
        object
    }

    /// The bytes behind an address, or what is wrong with it.
    #[inline]
    pub fn resolve(&mut self, address: Bits, count: usize, write: bool) -> Result<Span, Fault> {
        let (number, offset) = self.layout.split(address);
        let fault = |reason| Fault { reason, object: number, offset };
        if number == 0 {
            return Err(fault(if offset < 4096 { Reason::Null } else { Reason::Wild }));
        }
        if self.layout.object_function(number).is_some() {
            return Err(fault(Reason::Code));
        }
        let home = self.home(number).ok_or_else(|| fault(Reason::Wild))?;
        // That an access is wrong depends on the object as well.
        self.ask(number);
        let object = match home {
            Home::Constant(index) => &self.statics.constants[index as usize],
            Home::Cell(index) => {
                self.cells.get(index as usize).ok_or_else(|| fault(Reason::Wild))?
            }
        };
        if !object.alive {
            return Err(fault(Reason::Dead));
        }
        let inside = offset >= 0 && offset as u64 + count as u64 <= object.size();
        if !inside {
            return Err(fault(Reason::Outside));
        }
        if write && matches!(home, Home::Constant(_)) {
            return Err(fault(Reason::Constant));
        }
        Ok(Span { home, object: number, offset: offset as usize, count })
    }

    /// The size of the live object with this number; 0 if there is none.
    pub fn live_size(&mut self, number: u32) -> u64 {
        self.ask(number);
        self.object(number).filter(|object| object.alive).map_or(0, Object::size)
    }

    #[inline]
    pub fn read(&self, span: Span) -> (u128, u16) {
        match span.home {
            Home::Constant(index) => {
                self.statics.constants[index as usize].read(span.offset, span.count)
            }
            Home::Cell(index) => match self.cells.get(index as usize) {
                Some(object) => object.read(span.offset, span.count),
                None => (0, 0),
            },
        }
    }

    #[inline]
    pub fn write(&mut self, span: Span, value: u128, unwritten: u16) {
        if let Home::Cell(index) = span.home
            && let Some(object) = self.cells.edit(index as usize)
        {
            object.write(span.offset, span.count, value, unwritten);
        }
    }
}

/// What is wrong with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Null,
    Wild,
    Code,
    Dead,
    Outside,
    Constant,
}

#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub reason: Reason,
    pub object: u32,
    pub offset: i64,
}

/// What a global holds when the program starts.
pub fn initial_bytes(ready: &Ready, global: &Global) -> Vec<u8> {
    let mut bytes = vec![0u8; global.size as usize];
    let pointer_bytes = ready.program.target.pointer_bytes() as usize;
    for part in &global.initial {
        let address = |bits: Bits| bits.low64().to_le_bytes()[..pointer_bytes].to_vec();
        let layout = &ready.layout;
        let value = match &part.value {
            InitialValue::Bytes(bytes) => bytes.clone(),
            InitialValue::GlobalAddress { global, addend } => {
                address(layout.pointer(layout.global_object(*global), *addend))
            }
            InitialValue::FunctionAddress(function) => {
                address(layout.pointer(layout.function_object(*function), 0))
            }
        };
        let start = part.offset as usize;
        if let Some(place) = bytes.get_mut(start..start + value.len()) {
            place.copy_from_slice(&value);
        }
    }
    bytes
}
