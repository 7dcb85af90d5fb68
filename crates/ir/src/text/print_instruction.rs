//! Writes instructions, terminators and operands, within a function or alone.

use std::fmt;

use raddle_terms::Bits;

use super::print::{Printer, Writer};
use super::quote::{write_name, write_string};
use crate::{
    Access, AllocationKind, AwaitKind, Callee, Edge, FunctionId, GlobalId, Instruction,
    MemoryOrder, Operand, StopReason, Terminator, UpdateOperator,
};

/// Alone, an instruction shows no names and no types of its results.
impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writer::new(Printer::COMPACT, None, None, f).instruction(self)
    }
}

impl fmt::Display for Terminator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writer::new(Printer::COMPACT, None, None, f).terminator(self)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writer::new(Printer::COMPACT, None, None, f).operand(self)
    }
}

impl fmt::Display for UpdateOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(update_name(*self))
    }
}

impl Writer<'_> {
    pub(super) fn instruction(&mut self, instruction: &Instruction) -> fmt::Result {
        self.results(instruction)?;
        match instruction {
            Instruction::Apply { operator, operands, .. } => {
                write!(self.out, "{operator}")?;
                self.out.write_str(if operands.is_empty() { "" } else { " " })?;
                self.operands(operands)
            }
            Instruction::Load { address, access, .. } => {
                self.access("load", access)?;
                self.operand(address)
            }
            Instruction::Store { address, value, access } => {
                self.access("store", access)?;
                self.pair(address, " = ", value)
            }
            Instruction::Copy { to, from, access } => {
                self.access("copy", access)?;
                self.pair(to, " = ", from)
            }
            Instruction::Update { operator, address, value, access, .. } => {
                write!(self.out, "update {operator}")?;
                self.access("", access)?;
                self.pair(address, ", ", value)
            }
            Instruction::CompareExchange {
                address,
                expected,
                desired,
                weak,
                failure,
                access,
                ..
            } => {
                let weak = if *weak { " weak" } else { "" };
                write!(self.out, "compare_exchange{weak}")?;
                self.access("", access)?;
                self.operands(&[*address, *expected, *desired])?;
                match order_suffix(*failure) {
                    "" => Ok(()),
                    order => write!(self.out, " failure{order}"),
                }
            }
            Instruction::Allocate { .. } => self.allocate(instruction),
            Instruction::Call { callee, arguments, .. } => self.call(callee, arguments),
            Instruction::Free { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::ThreadLocalAddress { .. }
            | Instruction::VariadicArea { .. }
            | Instruction::Output { .. }
            | Instruction::Nondet { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Fence { .. }
            | Instruction::Spawn { .. }
            | Instruction::Await { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::Unsupported { .. } => self.simple_instruction(instruction),
        }
    }

    /// Those whose text is a word and what it names.
    fn simple_instruction(&mut self, instruction: &Instruction) -> fmt::Result {
        match instruction {
            Instruction::Free { address } => self.word_and_operand("free", address),
            Instruction::StackSave { .. } => self.out.write_str("stack_save"),
            Instruction::StackRestore { mark } => self.word_and_operand("stack_restore", mark),
            Instruction::ObjectSize { address, .. } => {
                self.word_and_operand("object_size", address)
            }
            Instruction::ThreadLocalAddress { global, .. } => {
                self.out.write_str("thread_local ")?;
                self.global_use(*global)
            }
            Instruction::VariadicArea { .. } => self.out.write_str("variadic_area"),
            Instruction::Output { value } => self.word_and_operand("output", value),
            Instruction::Nondet { name, .. } => {
                self.out.write_str("nondet ")?;
                write_name(self.out, name)
            }
            Instruction::CurrentThread { .. } => self.out.write_str("current_thread"),
            Instruction::Fence { order } => write!(self.out, "fence{}", order_suffix(*order)),
            Instruction::Spawn { function, argument, .. } => {
                self.out.write_str("spawn ")?;
                self.pair(function, ", ", argument)
            }
            Instruction::Await { kind, condition, holder, .. } => {
                write!(self.out, "await {} ", await_name(*kind))?;
                self.operand(condition)?;
                match holder {
                    Some(holder) => self.word_and_operand(" holder", holder),
                    None => Ok(()),
                }
            }
            Instruction::AtomicBegin => self.out.write_str("atomic_begin"),
            Instruction::AtomicEnd => self.out.write_str("atomic_end"),
            Instruction::Assume { condition } => self.word_and_operand("assume", condition),
            Instruction::Check { kind, condition, message } => {
                write!(self.out, "check {} ", kind.name())?;
                self.operand(condition)?;
                self.out.write_char(' ')?;
                write_string(self.out, message)
            }
            Instruction::Unsupported { what } => {
                self.out.write_str("unsupported ")?;
                write_string(self.out, what)
            }
            Instruction::Apply { .. }
            | Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Copy { .. }
            | Instruction::Update { .. }
            | Instruction::CompareExchange { .. }
            | Instruction::Allocate { .. }
            | Instruction::Call { .. } => Ok(()),
        }
    }

    fn results(&mut self, instruction: &Instruction) -> fmt::Result {
        let mut outcome = Ok(());
        let mut first = true;
        instruction.for_each_result(|&register| {
            if outcome.is_ok() && !first {
                outcome = self.out.write_str(", ");
            }
            first = false;
            if outcome.is_ok() {
                outcome = self.definition(register);
            }
        });
        outcome?;
        self.out.write_str(if first { "" } else { " = " })
    }

    fn allocate(&mut self, instruction: &Instruction) -> fmt::Result {
        let Instruction::Allocate { kind, size, zeroed, name, debug_type, .. } = instruction else {
            return Ok(());
        };
        let zeroed = if *zeroed { " zeroed" } else { "" };
        write!(self.out, "allocate {}{zeroed} ", allocation_name(*kind))?;
        self.operand(size)?;
        if let Some(name) = name {
            self.out.write_str(" as ")?;
            write_name(self.out, name)?;
        }
        match debug_type {
            Some(debug_type) => write!(self.out, " of {debug_type}"),
            None => Ok(()),
        }
    }

    fn call(&mut self, callee: &Callee, arguments: &[Operand]) -> fmt::Result {
        self.out.write_str("call ")?;
        match callee {
            Callee::Direct(function) => self.function_use(*function)?,
            Callee::Indirect(pointer) => {
                self.out.write_char('*')?;
                self.operand(pointer)?;
            }
        }
        self.out.write_char('(')?;
        self.operands(arguments)?;
        self.out.write_char(')')
    }

    pub(super) fn terminator(&mut self, terminator: &Terminator) -> fmt::Result {
        match terminator {
            Terminator::Jump(edge) => {
                self.out.write_str("jump ")?;
                self.edge(edge)
            }
            Terminator::Branch { condition, then, otherwise } => {
                self.word_and_operand("branch", condition)?;
                self.out.write_str(" then ")?;
                self.edge(then)?;
                self.out.write_str(" else ")?;
                self.edge(otherwise)
            }
            Terminator::Switch { value, cases, default } => {
                self.word_and_operand("switch", value)?;
                self.out.write_str(" {")?;
                for (case, edge) in cases {
                    self.constant(*case)?;
                    self.out.write_char(' ')?;
                    self.edge(edge)?;
                    self.out.write_str(", ")?;
                }
                self.out.write_str("default ")?;
                self.edge(default)?;
                self.out.write_char('}')
            }
            Terminator::Return(values) => {
                self.out.write_str("return")?;
                self.out.write_str(if values.is_empty() { "" } else { " " })?;
                self.operands(values)
            }
            Terminator::ThreadExit => self.out.write_str("thread_exit"),
            Terminator::Stop(reason) => write!(self.out, "stop {}", stop_name(*reason)),
        }
    }

    fn edge(&mut self, edge: &Edge) -> fmt::Result {
        write!(self.out, "{}", edge.target)?;
        if edge.arguments.is_empty() {
            return Ok(());
        }
        self.out.write_char('(')?;
        self.operands(&edge.arguments)?;
        self.out.write_char(')')
    }

    fn access(&mut self, word: &str, access: &Access) -> fmt::Result {
        let (atomic, order) = match access.order.is_atomic() {
            true => (" atomic", order_suffix(access.order)),
            false => ("", ""),
        };
        let volatile = if access.volatile { " volatile" } else { "" };
        write!(self.out, "{word}{atomic}{order}{volatile} {} ", access.kind)
    }

    fn word_and_operand(&mut self, word: &str, operand: &Operand) -> fmt::Result {
        write!(self.out, "{word} ")?;
        self.operand(operand)
    }

    fn pair(&mut self, first: &Operand, between: &str, second: &Operand) -> fmt::Result {
        self.operand(first)?;
        self.out.write_str(between)?;
        self.operand(second)
    }

    fn operands(&mut self, operands: &[Operand]) -> fmt::Result {
        for (position, operand) in operands.iter().enumerate() {
            if position > 0 {
                self.out.write_str(", ")?;
            }
            self.operand(operand)?;
        }
        Ok(())
    }

    fn operand(&mut self, operand: &Operand) -> fmt::Result {
        match *operand {
            Operand::Register(register) => {
                write!(self.out, "{register}")?;
                if self.style.names {
                    self.ornament(self.register_name(register))?;
                }
                Ok(())
            }
            Operand::Constant(bits) => self.constant(bits),
            Operand::Global(global) => self.global_use(global),
            Operand::Function(function) => self.function_use(function),
            Operand::Undefined(kind) => write!(self.out, "undefined:{kind}"),
        }
    }

    /// Small negative numbers are nearly always meant as such.
    fn constant(&mut self, bits: Bits) -> fmt::Result {
        match bits.width() {
            1 => self.out.write_str(if bits.is_true() { "true" } else { "false" }),
            width => match bits.signed() {
                value @ -4096..0 => write!(self.out, "{value}:i{width}"),
                _ => write!(self.out, "{bits}"),
            },
        }
    }

    pub(super) fn global_use(&mut self, global: GlobalId) -> fmt::Result {
        write!(self.out, "{global}")?;
        let known = self.program.and_then(|program| program.globals.get(global));
        match known {
            Some(global) if self.style.names => self.ornament(Some(&global.name)),
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn function_use(&mut self, function: FunctionId) -> fmt::Result {
        write!(self.out, "{function}")?;
        let known = self.program.and_then(|program| program.functions.get(function));
        match known {
            Some(function) if self.style.names => self.ornament(Some(&function.name)),
            Some(_) | None => Ok(()),
        }
    }
}

pub(super) const UPDATES: [UpdateOperator; 11] = [
    UpdateOperator::Exchange,
    UpdateOperator::Add,
    UpdateOperator::Subtract,
    UpdateOperator::And,
    UpdateOperator::Nand,
    UpdateOperator::Or,
    UpdateOperator::Xor,
    UpdateOperator::SignedMaximum,
    UpdateOperator::SignedMinimum,
    UpdateOperator::UnsignedMaximum,
    UpdateOperator::UnsignedMinimum,
];

pub(super) fn update_name(operator: UpdateOperator) -> &'static str {
    match operator {
        UpdateOperator::Exchange => "exchange",
        UpdateOperator::Add => "add",
        UpdateOperator::Subtract => "subtract",
        UpdateOperator::And => "and",
        UpdateOperator::Nand => "nand",
        UpdateOperator::Or => "or",
        UpdateOperator::Xor => "xor",
        UpdateOperator::SignedMaximum => "signed_maximum",
        UpdateOperator::SignedMinimum => "signed_minimum",
        UpdateOperator::UnsignedMaximum => "unsigned_maximum",
        UpdateOperator::UnsignedMinimum => "unsigned_minimum",
    }
}

pub(super) const ALLOCATIONS: [AllocationKind; 2] = [AllocationKind::Stack, AllocationKind::Heap];

pub(super) fn allocation_name(kind: AllocationKind) -> &'static str {
    match kind {
        AllocationKind::Stack => "stack",
        AllocationKind::Heap => "heap",
    }
}

/// Those that are named: C's own default is not.
pub(super) const NAMED_ORDERS: [MemoryOrder; 5] = [
    MemoryOrder::Plain,
    MemoryOrder::Relaxed,
    MemoryOrder::Acquire,
    MemoryOrder::Release,
    MemoryOrder::AcquireRelease,
];

/// What is written behind `atomic`, `failure` or `fence`.
pub(super) fn order_suffix(order: MemoryOrder) -> &'static str {
    match order {
        MemoryOrder::Plain => " plain",
        MemoryOrder::Relaxed => " relaxed",
        MemoryOrder::Acquire => " acquire",
        MemoryOrder::Release => " release",
        MemoryOrder::AcquireRelease => " acq_rel",
        MemoryOrder::SequentiallyConsistent => "",
    }
}

pub(super) const AWAITS: [AwaitKind; 3] = [AwaitKind::Plain, AwaitKind::Spurious, AwaitKind::Timed];

pub(super) fn await_name(kind: AwaitKind) -> &'static str {
    match kind {
        AwaitKind::Plain => "plain",
        AwaitKind::Spurious => "spurious",
        AwaitKind::Timed => "timed",
    }
}

pub(super) const STOPS: [StopReason; 3] =
    [StopReason::Exit, StopReason::Abort, StopReason::Undefined];

pub(super) fn stop_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Exit => "exit",
        StopReason::Abort => "abort",
        StopReason::Undefined => "undefined",
    }
}
