//! The compiler's traps become checks; divisions get theirs.
//!
//! Clang's instrumentation branches to a block that only calls
//! `llvm.ubsantrap(KIND)`. Such a branch becomes a `Check` and a jump. A
//! division traps for two reasons, which are different checks: a zero divisor,
//! and the smallest number divided by -1. So does a shift: its amount, and its
//! base.

use raddle_ir::{CheckKind, Instruction, Operand, StopReason, Terminator, Type};
use raddle_terms::{Bits, Operator};

use super::Lowering;
use super::function::FunctionLowering;
use crate::llvm::ast::{
    self, BinaryOperator, Constant, IntegerPredicate, Operation, TerminatorOperation, Value,
};

/// Why the compiler traps: the operand of `llvm.ubsantrap`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trap(pub u8);

const DIVISION: u8 = 3;
const SHIFT: u8 = 20;

impl Trap {
    /// The reason of a block that does nothing but trap.
    pub fn of_block(block: &ast::Block<'_>) -> Option<Trap> {
        if !matches!(block.terminator.operation, TerminatorOperation::Unreachable) {
            return None;
        }
        let mut real = block
            .instructions
            .iter()
            .filter(|instruction| !matches!(instruction.operation, Operation::Debug(_)));
        let (Some(only), None) = (real.next(), real.next()) else {
            return None;
        };
        // Only `llvm.ubsantrap` has one constant argument of eight bits and is
        // put there by a sanitizer.
        match &only.operation {
            Operation::Call(call) if only.result.is_none() && only.from_sanitizer => {
                let [argument] = call.arguments.as_slice() else {
                    return None;
                };
                match argument.operand.value {
                    Value::Constant(Constant::Integer(kind)) => Some(Trap(kind as u8)),
                    Value::Constant(Constant::Zero) => Some(Trap(0)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The check and its message; `None` for a trap that no check speaks of.
    pub fn check(self) -> Option<(CheckKind, &'static str)> {
        Some(match self.0 {
            0 => (CheckKind::Overflow, "signed addition overflows"),
            21 => (CheckKind::Overflow, "signed subtraction overflows"),
            12 => (CheckKind::Overflow, "signed multiplication overflows"),
            13 => (CheckKind::Overflow, "signed negation overflows"),
            5 => (CheckKind::Overflow, "conversion of a float out of range"),
            DIVISION => (CheckKind::Division, "division by zero"),
            SHIFT => (CheckKind::Shift, "shift out of range"),
            18 => (CheckKind::Memory, "array index out of bounds"),
            19 => (CheckKind::Memory, "pointer arithmetic overflows"),
            22 => (CheckKind::Memory, "null or misaligned pointer"),
            23 => (CheckKind::Memory, "misaligned pointer"),
            24 => (CheckKind::Memory, "variable-length array of no positive size"),
            _ => return None,
        })
    }
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

    pub fn lower_check(
        &mut self,
        trap: Trap,
        condition: &'m ast::Operand<'a>,
        holds: bool,
        next: ast::BlockId,
    ) -> Lowering<()> {
        if trap.0 == DIVISION && self.lower_guarded_division(next)? {
            return Ok(());
        }
        if trap.0 == SHIFT
            && holds
            && let Some(amount) = self.shift_amount_condition(condition)
        {
            let amount = self.single_value(condition.type_id, amount)?;
            self.emit_check(CheckKind::Shift, amount, "shift amount out of range");
            let all = self.single(condition)?;
            self.emit_check(CheckKind::Shift, all, "left shift loses bits or the sign");
            return Ok(());
        }
        let Some((kind, message)) = trap.check() else {
            return Ok(());
        };
        let mut condition = self.single(condition)?;
        if !holds {
            condition = self.apply(Type::Integer(1), Operator::Not, vec![condition]);
        }
        let message = match trap.0 {
            SHIFT => "shift amount out of range",
            _ => message,
        };
        self.emit_check(kind, condition, message);
        Ok(())
    }

    fn emit_check(&mut self, kind: CheckKind, condition: Operand, message: &str) {
        if let Operand::Constant(bits) = condition
            && bits.is_true()
        {
            return;
        }
        self.emit(Instruction::Check { kind, condition, message: message.to_owned() });
    }

    /// Checks for the division that a guarded block starts with, made from its
    /// operands. Answers whether there is one.
    fn lower_guarded_division(&mut self, next: ast::BlockId) -> Lowering<bool> {
        let body = self.body;
        let first = body
            .block(next)
            .instructions
            .iter()
            .find(|instruction| !matches!(instruction.operation, Operation::Debug(_)));
        let division = first.and_then(|instruction| {
            let Operation::Binary { operator, left, right, .. } = &instruction.operation else {
                return None;
            };
            let operator = division_operator(*operator)?;
            Some((instruction.result?, operator, left, right))
        });
        let Some((result, operator, left, right)) = division else {
            return Ok(false);
        };
        let kind = self.module.scalar(left.type_id)?;
        let id = left.type_id;
        let left = self.single(left)?;
        let right = self.single_value(id, right)?;
        self.check_division(operator, kind, left, right);
        self.guarded_divisions.insert(result);
        Ok(true)
    }

    /// The part of a left shift's condition that speaks of the amount.
    fn shift_amount_condition(&self, condition: &ast::Operand<'a>) -> Option<&'m Value<'a>> {
        let Value::Local(local) = condition.value else {
            return None;
        };
        let Operation::Binary { operator: BinaryOperator::And, left, .. } =
            &self.definitions[local.index()]?.operation
        else {
            return None;
        };
        let Value::Local(first) = left.value else {
            return None;
        };
        match self.definitions[first.index()]?.operation {
            Operation::CompareIntegers {
                predicate: IntegerPredicate::UnsignedLessOrEqual, ..
            } => Some(&left.value),
            _ => None,
        }
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
        let signed = match operator {
            Operator::UnsignedDivide | Operator::UnsignedRemainder => false,
            Operator::SignedDivide | Operator::SignedRemainder => true,
            _ => return,
        };
        let width = self.module.target.width(kind);
        let minus_one = Bits::from_signed(-1, width);
        let smallest = Bits::new(1u128 << (width - 1), width);
        let known = match divisor {
            Operand::Constant(bits) => Some(bits),
            _ => None,
        };
        if known.is_none_or(Bits::is_zero) {
            let zero = Operand::Constant(Bits::zero(width));
            let condition = self.compare(Operator::NotEqual, divisor, zero);
            self.emit_check(CheckKind::Division, condition, "division by zero");
        }
        let may_overflow = known.is_none_or(|bits| bits == minus_one)
            && match dividend {
                Operand::Constant(bits) => bits == smallest,
                _ => true,
            };
        if signed && width > 1 && may_overflow {
            let first = self.compare(Operator::NotEqual, dividend, Operand::Constant(smallest));
            let second = self.compare(Operator::NotEqual, divisor, Operand::Constant(minus_one));
            let condition = self.apply(Type::Integer(1), Operator::Or, vec![first, second]);
            self.emit_check(CheckKind::Overflow, condition, "signed division overflows");
        }
    }

    /// `llvm.ubsantrap` reached other than by a checked branch.
    pub fn lower_trap(&mut self, trap: Trap) {
        if let Some((kind, message)) = trap.check() {
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
        _ => None,
    }
}
