//! The compiler's traps become checks; divisions get theirs.
//!
//! Clang's instrumentation branches to a block that only calls `llvm.ubsantrap(KIND)`.
//! Such a branch becomes a `Check` and a jump. A division traps for two reasons, which are
//! different checks: the smallest number divided by -1, and a zero divisor; and so does a
//! shift: its amount, and its base. So that these can be told apart, the first of each traps,
//! and the second calls the sanitizer's handler (`clang/arguments.rs`), which counts as a trap
//! here. In LLVM text that was made otherwise, one trap may stand for both; then the operands of the
//! division tell, if they are still there.

use raddle_ir::{CheckKind, Instruction, Operand, StopReason, Terminator, Type};
use raddle_terms::{Bits, Operator};

use super::function::FunctionLowering;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{self, BinaryOperator, Callee, Operation, TerminatorOperation, Value};

/// Why the compiler traps: the operand of `llvm.ubsantrap`, or the handler that is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trap {
    pub reason: u8,
    /// It does not trap, but calls a handler.
    pub is_handled: bool,
}

const DIVISION: u8 = 3;
const SHIFT: u8 = 20;

const HANDLERS: [(&str, u8); 2] = [
    ("__ubsan_handle_divrem_overflow_abort", DIVISION),
    ("__ubsan_handle_shift_out_of_bounds_abort", SHIFT),
];

impl Trap {
    /// The reason of a block that does nothing but trap, or call a handler.
    pub fn of_block(module: &ast::Module<'_>, block: &ast::Block<'_>) -> Option<Trap> {
        if !matches!(block.terminator.operation, TerminatorOperation::Unreachable) {
            return None;
        }
        let is_real = |instruction: &&ast::Instruction<'_>| {
            !matches!(instruction.operation, Operation::Debug(_))
        };
        let real: Vec<_> = block.instructions.iter().filter(is_real).collect();
        let (last, before) = real.split_last()?;
        let Operation::Call(call) = &last.operation else { return None };
        if last.result.is_some() || !real.iter().all(|each| each.from_sanitizer) {
            return None;
        }
        if let Callee::Direct(symbol) = call.callee {
            let name = module.symbol(symbol).name.text();
            let handler = HANDLERS.iter().find(|(handler, _)| name == Some(handler));
            if let Some(&(_, reason)) = handler {
                return Some(Trap { reason, is_handled: true });
            }
        }
        // Only `llvm.ubsantrap` has one constant argument of eight bits.
        let ([], [argument]) = (before, call.arguments.as_slice()) else {
            return None;
        };
        let Value::Constant(kind) = &argument.operand.value else {
            return None;
        };
        Some(Trap { reason: kind.integer()? as u8, is_handled: false })
    }

    /// The check and its message; `None` for a trap that no check speaks of.
    pub fn check(self) -> Option<(CheckKind, &'static str)> {
        Some(match self.reason {
            0 => (CheckKind::Overflow, "signed addition overflows"),
            21 => (CheckKind::Overflow, "signed subtraction overflows"),
            12 => (CheckKind::Overflow, "signed multiplication overflows"),
            13 => (CheckKind::Overflow, "signed negation overflows"),
            5 => (CheckKind::Overflow, "conversion of a float out of range"),
            DIVISION if self.is_handled => (CheckKind::Division, "division by zero"),
            DIVISION => (CheckKind::Overflow, "signed division overflows"),
            SHIFT if self.is_handled => (CheckKind::Shift, "left shift loses bits or the sign"),
            SHIFT => (CheckKind::Shift, "shift amount out of range"),
            18 => (CheckKind::Memory, "array index out of bounds"),
            19 => (CheckKind::Memory, "pointer arithmetic overflows"),
            22 => (CheckKind::Memory, "null or misaligned pointer"),
            23 => (CheckKind::Memory, "misaligned pointer"),
            24 => (CheckKind::Memory, "variable-length array of no positive size"),
            _ => return None,
        })
    }
}

struct Division<'m, 'a> {
    result: ast::LocalId,
    operator: Operator,
    left: &'m ast::Operand<'a>,
    right: &'m Value<'a>,
}

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    /// A branch to a trap block: why it traps, for which value of the condition
    /// all is well, and where it goes on then.
    pub fn checked_branch(
        &self,
        then: ast::BlockId,
        otherwise: ast::BlockId,
    ) -> Option<(Trap, bool, ast::BlockId)> {
        let known =
            |block: ast::BlockId| self.traps[block.index()].filter(|trap| trap.check().is_some());
        match (known(then), known(otherwise)) {
            (None, Some(trap)) => Some((trap, true, then)),
            (Some(trap), None) => Some((trap, false, otherwise)),
            (None, None) | (Some(_), Some(_)) => None,
        }
    }

    /// The check that a trap belongs to. In the competition a left shift that loses bits
    /// is an overflow: the product with a power of two is not in the type.
    fn check_of(&self, trap: Trap) -> Option<(CheckKind, &'static str)> {
        let (kind, message) = trap.check()?;
        let overflows = trap.reason == SHIFT && trap.is_handled;
        match overflows && self.module.purpose.shifts_overflow {
            true => Some((CheckKind::Overflow, message)),
            false => Some((kind, message)),
        }
    }

    pub fn lower_check(
        &mut self,
        trap: Trap,
        condition: &'m ast::Operand<'a>,
        holds: bool,
        next: ast::BlockId,
    ) -> Lowering<()> {
        let is_half = trap.is_handled || self.goes_on_with_handler(trap, next);
        if trap.reason == DIVISION && !is_half {
            return self.lower_guarded_division(next);
        }
        let Some((kind, message)) = self.check_of(trap) else {
            return Ok(());
        };
        let mut condition = self.single(condition)?;
        if !holds {
            condition = self.apply(Type::Integer(1), Operator::Not, vec![condition]);
        }
        self.emit_check(kind, condition, message);
        if let Some(division) = self.first_division(next) {
            self.guarded_divisions.insert(division.result);
        }
        Ok(())
    }

    /// Whether the other reason of a trap is what comes next.
    fn goes_on_with_handler(&self, trap: Trap, next: ast::BlockId) -> bool {
        let block = self.body.block(next);
        let TerminatorOperation::Branch { then, otherwise, .. } = &block.terminator.operation
        else {
            return false;
        };
        let other = Trap { is_handled: true, ..trap };
        block.instructions.is_empty()
            && [then, otherwise].iter().any(|to| self.traps[to.index()] == Some(other))
    }

    fn emit_check(&mut self, kind: CheckKind, condition: Operand, message: &str) {
        if let Operand::Constant(bits) = condition
            && bits.is_true()
        {
            return;
        }
        self.emit(Instruction::Check { kind, condition, message: message.to_owned() });
    }

    /// The division that a guarded block starts with.
    fn first_division(&self, block: ast::BlockId) -> Option<Division<'m, 'a>> {
        let body = self.body;
        let is_real = |instruction: &&ast::Instruction<'_>| {
            !matches!(instruction.operation, Operation::Debug(_))
        };
        let first = body.block(block).instructions.iter().find(is_real)?;
        let Operation::Binary { operator, left, right, .. } = &first.operation else {
            return None;
        };
        let operator = division_operator(*operator)?;
        Some(Division { result: first.result?, operator, left, right })
    }

    /// Both checks of a division, made from its operands.
    fn lower_guarded_division(&mut self, next: ast::BlockId) -> Lowering<()> {
        let Some(Division { result, operator, left, right }) = self.first_division(next) else {
            let what = "a division of constants that overflows or has a zero divisor";
            return Err(Unsupported::new(what));
        };
        let kind = self.module.scalar(left.type_id)?;
        let id = left.type_id;
        let left = self.single(left)?;
        let right = self.single_value(id, right)?;
        self.check_division(operator, kind, left, right);
        self.guarded_divisions.insert(result);
        Ok(())
    }

    /// Checks before a division that nothing guards yet; nothing for other
    /// operators.
    pub fn check_division(
        &mut self,
        operator: Operator,
        kind: Type,
        dividend: Operand,
        divisor: Operand,
    ) {
        let signed = matches!(operator, Operator::SignedDivide | Operator::SignedRemainder);
        if !signed && !matches!(operator, Operator::UnsignedDivide | Operator::UnsignedRemainder) {
            return;
        }
        let width = self.module.target.width(kind);
        let minus_one = Bits::from_signed(-1, width);
        let smallest = Bits::new(1u128 << (width - 1), width);
        let known = divisor.constant();
        if known.is_none_or(Bits::is_zero) {
            let zero = Operand::Constant(Bits::zero(width));
            let condition = self.compare(Operator::NotEqual, divisor, zero);
            self.emit_check(CheckKind::Division, condition, "division by zero");
        }
        let may_overflow = known.is_none_or(|bits| bits == minus_one)
            && dividend.constant().is_none_or(|bits| bits == smallest);
        if signed && width > 1 && may_overflow {
            let first = self.compare(Operator::NotEqual, dividend, Operand::Constant(smallest));
            let second = self.compare(Operator::NotEqual, divisor, Operand::Constant(minus_one));
            let condition = self.apply(Type::Integer(1), Operator::Or, vec![first, second]);
            self.emit_check(CheckKind::Overflow, condition, "signed division overflows");
        }
    }

    /// `llvm.ubsantrap` reached other than by a checked branch.
    pub fn lower_trap(&mut self, trap: Trap) {
        if let Some((kind, message)) = self.check_of(trap) {
            self.emit_check(kind, Operand::Constant(Bits::boolean(false)), message);
        }
        self.ended = Some(Terminator::Stop(StopReason::Undefined));
    }
}

fn division_operator(operator: BinaryOperator) -> Option<Operator> {
    match operator {
        BinaryOperator::UnsignedDivide => Some(Operator::UnsignedDivide),
        BinaryOperator::SignedDivide => Some(Operator::SignedDivide),
        BinaryOperator::UnsignedRemainder => Some(Operator::UnsignedRemainder),
        BinaryOperator::SignedRemainder => Some(Operator::SignedRemainder),
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::ShiftLeft
        | BinaryOperator::LogicalShiftRight
        | BinaryOperator::ArithmeticShiftRight
        | BinaryOperator::And
        | BinaryOperator::Or
        | BinaryOperator::Xor
        | BinaryOperator::FloatAdd
        | BinaryOperator::FloatSubtract
        | BinaryOperator::FloatMultiply
        | BinaryOperator::FloatDivide
        | BinaryOperator::FloatRemainder => None,
    }
}
