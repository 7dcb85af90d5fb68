//! The closed set of instructions.
//!
//! Memory is bytes in objects; a pointer is an integer `object : offset`. Only
//! the instructions marked *(memory)* touch memory that another thread may see.

use raddle_terms::{Bits, Operator};

use crate::{BlockId, DebugTypeId, FunctionId, GlobalId, RegisterId, Type};

/// Something that an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Register(RegisterId),
    Constant(Bits),
    /// The address of a global that is not thread-local.
    Global(GlobalId),
    Function(FunctionId),
    /// A value that was never written, like LLVM's `undef`. Moving it (storing, passing,
    /// returning, an edge's argument) keeps it undefined; the first use of a register
    /// that holds it makes it one nondeterministic value, as LLVM's `freeze` does.
    Undefined(Type),
}

impl Operand {
    /// Its value, if that is known.
    pub fn constant(self) -> Option<Bits> {
        match self {
            Operand::Constant(bits) => Some(bits),
            Operand::Register(_)
            | Operand::Global(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => None,
        }
    }
}

/// C11's `memory_order`, for accesses and fences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryOrder {
    /// Not atomic.
    Plain,
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

impl MemoryOrder {
    pub fn is_atomic(self) -> bool {
        self != MemoryOrder::Plain
    }

    /// Whether a read synchronises with the release that it reads from.
    pub fn acquires(self) -> bool {
        match self {
            MemoryOrder::Plain | MemoryOrder::Relaxed | MemoryOrder::Release => false,
            MemoryOrder::Acquire
            | MemoryOrder::AcquireRelease
            | MemoryOrder::SequentiallyConsistent => true,
        }
    }

    /// Whether a thread that acquires what is written is ordered after the writer.
    pub fn releases(self) -> bool {
        match self {
            MemoryOrder::Plain | MemoryOrder::Relaxed | MemoryOrder::Acquire => false,
            MemoryOrder::Release
            | MemoryOrder::AcquireRelease
            | MemoryOrder::SequentiallyConsistent => true,
        }
    }
}

/// How memory is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// What is read or written; its width in bits rounded up to whole bytes.
    pub kind: Type,
    /// Atomic accesses do not race with each other, and order what they say.
    pub order: MemoryOrder,
    pub volatile: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpdateOperator {
    Exchange,
    Add,
    Subtract,
    And,
    Nand,
    Or,
    Xor,
    SignedMaximum,
    SignedMinimum,
    UnsignedMaximum,
    UnsignedMinimum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AllocationKind {
    /// Dies when the function returns.
    Stack,
    /// Dies when freed.
    Heap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AwaitKind {
    /// Goes on only when the condition is true.
    Plain,
    /// May also go on by itself (a condition variable's spurious wake-up); that
    /// possibility does not count as a step when looking for deadlocks.
    Spurious,
    /// May also go on by itself (a time-out); that always counts as a step.
    Timed,
}

/// What is checked. The order is the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CheckKind {
    Assert,
    Reach,
    Deadlock,
    Race,
    Memory,
    Leak,
    Overflow,
    Division,
    Shift,
    Unwind,
}

/// What a failing check that is not selected does to its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenUnselected {
    /// The operation has a harmless meaning (overflow wraps, a lock is given back by
    /// a thread that does not hold it).
    GoOn,
    /// The thread stops there, and the report counts it.
    Stop,
}

impl CheckKind {
    pub const ALL: [CheckKind; 10] = [
        CheckKind::Assert,
        CheckKind::Reach,
        CheckKind::Deadlock,
        CheckKind::Race,
        CheckKind::Memory,
        CheckKind::Leak,
        CheckKind::Overflow,
        CheckKind::Division,
        CheckKind::Shift,
        CheckKind::Unwind,
    ];

    pub fn name(self) -> &'static str {
        match self {
            CheckKind::Assert => "assert",
            CheckKind::Reach => "reach",
            CheckKind::Deadlock => "deadlock",
            CheckKind::Race => "race",
            CheckKind::Memory => "memory",
            CheckKind::Leak => "leak",
            CheckKind::Overflow => "overflow",
            CheckKind::Division => "division",
            CheckKind::Shift => "shift",
            CheckKind::Unwind => "unwind",
        }
    }

    pub fn from_name(name: &str) -> Option<CheckKind> {
        CheckKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub fn when_unselected(self) -> WhenUnselected {
        match self {
            // A failing assertion ends the process, an error location is only passed; what a lock
            // does that is misused the library says.
            CheckKind::Overflow | CheckKind::Shift | CheckKind::Reach | CheckKind::Deadlock => {
                WhenUnselected::GoOn
            }
            CheckKind::Assert
            | CheckKind::Race
            | CheckKind::Memory
            | CheckKind::Leak
            | CheckKind::Division
            | CheckKind::Unwind => WhenUnselected::Stop,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    Direct(FunctionId),
    /// Through a pointer.
    Indirect(Operand),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// A pure operation.
    Apply {
        result: RegisterId,
        operator: Operator,
        operands: Vec<Operand>,
    },
    /// (memory) Bytes never written become one nondeterministic value.
    Load {
        result: RegisterId,
        address: Operand,
        access: Access,
    },
    /// (memory)
    Store {
        address: Operand,
        value: Operand,
        access: Access,
    },
    /// (memory) Read, compute, write in one step; the result is the old value.
    Update {
        result: RegisterId,
        operator: UpdateOperator,
        address: Operand,
        value: Operand,
        access: Access,
    },
    /// (memory) Writes `desired` if memory equals `expected`. A weak one may
    /// fail by itself.
    CompareExchange {
        old: RegisterId,
        success: RegisterId,
        address: Operand,
        expected: Operand,
        desired: Operand,
        weak: bool,
        /// Of the read alone, where it fails.
        failure: MemoryOrder,
        access: Access,
    },
    /// (memory) Moves one element of memory, bytes never written included. At
    /// most one side of it is visible to other threads: the front-end copies
    /// shared memory through a scratch object of the function.
    Copy {
        to: Operand,
        from: Operand,
        access: Access,
    },
    /// A memory fence: orders accesses for data races, and nothing else while memory is
    /// sequentially consistent. A relaxed one, which C has not, marks where a thread learns
    /// something without being ordered after another thread (that a lock is taken).
    Fence {
        order: MemoryOrder,
    },
    /// A new object of `size` bytes, contents never written (or zero). Its
    /// `name` and `debug_type` are those of the source variable, if it is one.
    Allocate {
        result: RegisterId,
        kind: AllocationKind,
        size: Operand,
        zeroed: bool,
        name: Option<String>,
        debug_type: Option<DebugTypeId>,
    },
    /// (memory) Ends a heap object; checks that the pointer is the start of a
    /// live one. Of the null pointer: nothing.
    Free {
        address: Operand,
    },
    /// Ends all stack objects of this frame that were made after `mark` was
    /// taken by `StackSave` (variable-length arrays).
    StackSave {
        mark: RegisterId,
    },
    StackRestore {
        mark: Operand,
    },
    /// The size in bytes of the live object that a pointer points into; 0 if none.
    ObjectSize {
        result: RegisterId,
        address: Operand,
    },
    /// This thread's instance of a thread-local global.
    ThreadLocalAddress {
        result: RegisterId,
        global: GlobalId,
    },
    /// A fresh stack object that holds the arguments beyond the named ones, each
    /// in slots of the pointer's size (as the platform's overflow area).
    VariadicArea {
        result: RegisterId,
    },
    Call {
        results: Vec<RegisterId>,
        callee: Callee,
        arguments: Vec<Operand>,
    },
    /// Any value of the result's type. `name` says where it comes from.
    Nondet {
        result: RegisterId,
        name: String,
    },
    /// A thread that gets here with a false condition stops; others run on.
    Assume {
        condition: Operand,
    },
    /// A thread that gets here with a false condition violates the check; where
    /// it is not selected see [`CheckKind::when_unselected`].
    Check {
        kind: CheckKind,
        condition: Operand,
        message: String,
    },
    /// Shows a value (of any integer type) to the outside: program output.
    Output {
        value: Operand,
    },
    /// The number of the running thread; `main`'s is 0.
    CurrentThread {
        result: RegisterId,
    },
    /// (memory) Starts a thread that calls `function` with one pointer argument;
    /// the result is its number.
    Spawn {
        result: RegisterId,
        function: Operand,
        argument: Operand,
    },
    /// (memory) Waits until the condition, computed inside the same atomic
    /// section from memory, is true. `holder` is the number of the thread that
    /// must act first, if there is one (-1: none known). The result is 1 if the
    /// condition was true, 0 if the wait ended by itself.
    Await {
        result: RegisterId,
        kind: AwaitKind,
        condition: Operand,
        holder: Option<Operand>,
    },
    /// (memory) Until the matching end nothing else runs. Sections nest.
    AtomicBegin,
    AtomicEnd,
    /// Something that we do not model: reached means *unknown*.
    Unsupported {
        what: String,
    },
}

/// A jump with the values for the target's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub target: BlockId,
    pub arguments: Vec<Operand>,
}

/// Why a thread goes no further. None of these is ever a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StopReason {
    /// The process ends: `exit`.
    Exit,
    /// The process ends: `abort`.
    Abort,
    /// Undefined behaviour that no selected check covers.
    Undefined,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    Jump(Edge),
    Branch {
        condition: Operand,
        then: Edge,
        otherwise: Edge,
    },
    Switch {
        value: Operand,
        cases: Vec<(Bits, Edge)>,
        default: Edge,
    },
    Return(Vec<Operand>),
    /// Ends this thread, whatever its depth of calls.
    ThreadExit,
    Stop(StopReason),
}

impl Terminator {
    /// The edges in their fixed order: `then` before `otherwise`, cases before
    /// the default.
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            Terminator::Jump(edge) => vec![edge],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, edge)| edge).chain([default]).collect()
            }
            Terminator::Return(_) | Terminator::ThreadExit | Terminator::Stop(_) => vec![],
        }
    }

    /// The edge at a position of [`Terminator::edges`], without a list.
    #[inline]
    pub fn edge(&self, position: usize) -> Option<&Edge> {
        match self {
            Terminator::Jump(edge) => (position == 0).then_some(edge),
            Terminator::Branch { then, otherwise, .. } => match position {
                0 => Some(then),
                1 => Some(otherwise),
                _ => None,
            },
            Terminator::Switch { cases, default, .. } => match cases.get(position) {
                Some((_, edge)) => Some(edge),
                None => (position == cases.len()).then_some(default),
            },
            Terminator::Return(_) | Terminator::ThreadExit | Terminator::Stop(_) => None,
        }
    }

    pub fn edges_mut(&mut self) -> Vec<&mut Edge> {
        match self {
            Terminator::Jump(edge) => vec![edge],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().map(|(_, edge)| edge).chain([default]).collect()
            }
            Terminator::Return(_) | Terminator::ThreadExit | Terminator::Stop(_) => vec![],
        }
    }
}
