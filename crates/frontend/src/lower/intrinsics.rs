//! `llvm.*` intrinsics. A name that is not listed is unsupported where it is
//! reached.
//!
//! Deviations: `llvm.assume` is ignored (what it promises may be false, and
//! then the program is undefined); `llvm.objectsize` knows nothing, as at -O0;
//! `llvm.fmuladd` rounds twice, as clang is told not to contract.

use raddle_ir::{Instruction, Operand, StopReason, Terminator, Type};
use raddle_terms::{Bits, FloatBinary, FloatKind, FloatPredicate, FloatUnary, Operator};

use super::checks::Trap;
use super::function::FunctionLowering;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{Call, LocalId};

/// Instructions of x86 that only concern the order of accesses, or the waiting in a loop.
const X86_HINTS: [&str; 4] = ["pause", "mfence", "lfence", "sfence"];

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    pub fn lower_intrinsic(
        &mut self,
        name: &str,
        call: &'m Call<'a>,
        result: Option<LocalId>,
    ) -> Lowering<Vec<Operand>> {
        let short = name.strip_prefix("llvm.").unwrap_or(name);
        let mut words = short.split('.');
        let first = words.next().unwrap_or_default();
        let second = words.next().unwrap_or_default();
        match (first, second) {
            // Hints and marks without an effect.
            (
                "dbg" | "assume" | "prefetch" | "donothing" | "debugtrap" | "sideeffect"
                | "pseudoprobe" | "fake",
                _,
            )
            | ("var", "annotation")
            | ("experimental", "noalias") => Ok(self.undefined_result(result)),
            // Hints for the optimiser: nothing is reordered here.
            ("x86", "sse" | "sse2")
                if words.next().is_some_and(|word| X86_HINTS.contains(&word)) =>
            {
                Ok(self.undefined_result(result))
            }
            ("lifetime", which) => self.lower_lifetime(which, call),
            ("invariant", _) => Ok(self.undefined_result(result)),
            ("expect" | "launder" | "strip" | "annotation", _) | ("ptr", "annotation") => {
                self.argument(call, 0).map(one)
            }
            ("threadlocal", "address") => self.argument(call, 0).map(one),
            ("is", "constant") => Ok(vec![Operand::Constant(Bits::boolean(false))]),
            ("is", "fpclass") => self.float_class(call).map(one),
            // To nearest.
            ("flt", "rounds") | ("get", "rounding") => {
                Ok(vec![Operand::Constant(Bits::new(1, 32))])
            }
            ("objectsize", _) => self.unknown_object_size(call),
            ("memcpy", _) => self.lower_block_copy(&call.arguments, false),
            ("memmove", _) => self.lower_block_copy(&call.arguments, true),
            ("memset", _) => self.lower_block_fill(&call.arguments),
            ("va_start", _) => self.lower_variadic_start(call),
            ("va_copy", _) => self.lower_variadic_copy(call),
            ("va_end", _) => Ok(Vec::new()),
            ("stacksave", _) => {
                let mark = self.new_register(Type::Pointer);
                self.emit(Instruction::StackSave { mark });
                Ok(vec![Operand::Register(mark)])
            }
            ("stackrestore", _) => {
                let mark = self.argument(call, 0)?;
                self.emit(Instruction::StackRestore { mark });
                Ok(Vec::new())
            }
            ("trap", _) => {
                self.ended = Some(Terminator::Stop(StopReason::Abort));
                Ok(Vec::new())
            }
            ("ubsantrap", _) => {
                let kind = self.argument(call, 0)?.constant();
                let kind = kind.map_or(u8::MAX, |bits| bits.low64() as u8);
                self.lower_trap(Trap { reason: kind, is_handled: false });
                Ok(Vec::new())
            }
            _ => self.lower_computing_intrinsic(name, short, first, second, call),
        }
    }

    /// The intrinsics that only compute something.
    fn lower_computing_intrinsic(
        &mut self,
        name: &str,
        short: &str,
        first: &str,
        second: &str,
        call: &'m Call<'a>,
    ) -> Lowering<Vec<Operand>> {
        if second == "with" && short.contains(".with.overflow") {
            return self.with_overflow(first, call);
        }
        if call.arguments.is_empty() {
            return Err(Unsupported::new(name));
        }
        if second == "sat" {
            return self.saturating(first, call).map(one);
        }
        let (kind, width) = self.argument_kind(call, 0)?;
        let vector = self.module.lanes(call.arguments[0].operand.type_id);
        if vector.is_some() {
            return Err(Unsupported::new(format!("{name} on vectors")));
        }
        let unary = match first {
            "ctpop" => Some(Operator::PopulationCount),
            "ctlz" => Some(Operator::LeadingZeros),
            "cttz" => Some(Operator::TrailingZeros),
            "bswap" => Some(Operator::SwapBytes),
            "bitreverse" => Some(Operator::ReverseBits),
            _ => None,
        };
        if let Some(operator) = unary {
            let value = self.argument(call, 0)?;
            return Ok(vec![self.apply(kind, operator, vec![value])]);
        }
        let value = match first {
            "abs" => self.absolute(call, kind, width)?,
            "smax" => self.extremum(call, kind, Operator::SignedLess, true)?,
            "smin" => self.extremum(call, kind, Operator::SignedLess, false)?,
            "umax" => self.extremum(call, kind, Operator::UnsignedLess, true)?,
            "umin" => self.extremum(call, kind, Operator::UnsignedLess, false)?,
            "ptrmask" => {
                let operands = vec![self.argument(call, 0)?, self.argument(call, 1)?];
                self.apply(kind, Operator::And, operands)
            }
            "fshl" | "fshr" => self.funnel_shift(call, kind, width, first == "fshl")?,
            _ => self.float_intrinsic(name, first, call)?,
        };
        Ok(vec![value])
    }

    /// -1, or 0 where the smallest size is asked for.
    fn unknown_object_size(&mut self, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        let kind = self.module.scalar(call.result_type)?;
        let width = self.module.target.width(kind);
        let smallest = self.argument(call, 1)?.constant().is_some_and(Bits::is_true);
        let value = if smallest { 0 } else { -1 };
        Ok(vec![Operand::Constant(Bits::from_signed(value, width))])
    }

    fn with_overflow(&mut self, name: &str, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        let (operator, overflows) = match name {
            "sadd" => (Operator::Add, Operator::SignedAddOverflows),
            "ssub" => (Operator::Subtract, Operator::SignedSubtractOverflows),
            "smul" => (Operator::Multiply, Operator::SignedMultiplyOverflows),
            "uadd" => (Operator::Add, Operator::UnsignedAddOverflows),
            "usub" => (Operator::Subtract, Operator::UnsignedSubtractOverflows),
            "umul" => (Operator::Multiply, Operator::UnsignedMultiplyOverflows),
            _ => return Err(Unsupported::new(format!("llvm.{name}.with.overflow"))),
        };
        let (kind, operands) = self.two_integers(call)?;
        let value = self.apply(kind, operator, operands.clone());
        let overflow = self.apply(Type::Integer(1), overflows, operands);
        Ok(vec![value, overflow])
    }

    fn two_integers(&mut self, call: &'m Call<'a>) -> Lowering<(Type, Vec<Operand>)> {
        let (kind, _) = self.argument_kind(call, 0)?;
        if self.module.lanes(call.arguments[0].operand.type_id).is_some() {
            return Err(Unsupported::new("this arithmetic on vectors"));
        }
        Ok((kind, vec![self.argument(call, 0)?, self.argument(call, 1)?]))
    }

    fn saturating(&mut self, name: &str, call: &'m Call<'a>) -> Lowering<Operand> {
        let (kind, operands) = self.two_integers(call)?;
        let width = self.module.target.width(kind);
        let (operator, overflows) = match name {
            "sadd" => (Operator::Add, Operator::SignedAddOverflows),
            "ssub" => (Operator::Subtract, Operator::SignedSubtractOverflows),
            "uadd" => (Operator::Add, Operator::UnsignedAddOverflows),
            "usub" => (Operator::Subtract, Operator::UnsignedSubtractOverflows),
            _ => return Err(Unsupported::new(format!("llvm.{name}.sat"))),
        };
        let value = self.apply(kind, operator, operands.clone());
        let overflow = self.apply(Type::Integer(1), overflows, operands.clone());
        let limit = match name {
            "uadd" => Operand::Constant(Bits::from_signed(-1, width)),
            "usub" => Operand::Constant(Bits::zero(width)),
            _ => {
                // A signed overflow goes the way of the first operand's sign.
                let smallest = Bits::new(1u128 << (width - 1), width);
                let largest = Bits::new(smallest.unsigned().wrapping_sub(1), width);
                let zero = Operand::Constant(Bits::zero(width));
                let negative = self.compare(Operator::SignedLess, operands[0], zero);
                let limits =
                    vec![negative, Operand::Constant(smallest), Operand::Constant(largest)];
                self.apply(kind, Operator::IfThenElse, limits)
            }
        };
        Ok(self.apply(kind, Operator::IfThenElse, vec![overflow, limit, value]))
    }

    fn absolute(&mut self, call: &'m Call<'a>, kind: Type, width: u16) -> Lowering<Operand> {
        let value = self.argument(call, 0)?;
        let zero = Operand::Constant(Bits::zero(width));
        let negative = self.compare(Operator::SignedLess, value, zero);
        let negated = self.apply(kind, Operator::Negate, vec![value]);
        Ok(self.apply(kind, Operator::IfThenElse, vec![negative, negated, value]))
    }

    fn extremum(
        &mut self,
        call: &'m Call<'a>,
        kind: Type,
        less: Operator,
        largest: bool,
    ) -> Lowering<Operand> {
        let left = self.argument(call, 0)?;
        let right = self.argument(call, 1)?;
        let is_less = self.compare(less, left, right);
        let choice = if largest { vec![is_less, right, left] } else { vec![is_less, left, right] };
        Ok(self.apply(kind, Operator::IfThenElse, choice))
    }

    /// The upper (left) or lower (right) half of two joined words after a shift
    /// by an amount modulo the width.
    fn funnel_shift(
        &mut self,
        call: &'m Call<'a>,
        kind: Type,
        width: u16,
        left: bool,
    ) -> Lowering<Operand> {
        let high = self.argument(call, 0)?;
        let low = self.argument(call, 1)?;
        let amount = self.argument(call, 2)?;
        let bits = Operand::Constant(Bits::new(u128::from(width), width));
        let amount = self.apply(kind, Operator::UnsignedRemainder, vec![amount, bits]);
        let rest = self.apply(kind, Operator::Subtract, vec![bits, amount]);
        // Shifts take their amount modulo the width, so that a whole shift by
        // the width needs the case of its own below.
        let (upper, lower, unshifted) =
            if left { (amount, rest, high) } else { (rest, amount, low) };
        let upper = self.apply(kind, Operator::ShiftLeft, vec![high, upper]);
        let lower = self.apply(kind, Operator::LogicalShiftRight, vec![low, lower]);
        let joined = self.apply(kind, Operator::Or, vec![upper, lower]);
        let zero = Operand::Constant(Bits::zero(width));
        let none = self.compare(Operator::Equal, amount, zero);
        Ok(self.apply(kind, Operator::IfThenElse, vec![none, unshifted, joined]))
    }

    fn float_intrinsic(
        &mut self,
        name: &str,
        first: &str,
        call: &'m Call<'a>,
    ) -> Lowering<Operand> {
        let unknown = || Unsupported::new(name);
        let known = [
            "fabs",
            "sqrt",
            "floor",
            "ceil",
            "trunc",
            "round",
            "roundeven",
            "rint",
            "nearbyint",
            "copysign",
            "minnum",
            "maxnum",
            "fmuladd",
        ];
        if !known.contains(&first) {
            return Err(unknown());
        }
        let float = self.module.float_kind(call.result_type)?;
        let kind = Type::Float(float);
        let value = self.argument(call, 0)?;
        let unary = match first {
            "fabs" => Some(FloatUnary::Absolute.of(float)),
            "sqrt" => Some(FloatUnary::SquareRoot.of(float)),
            "floor" => Some(FloatUnary::Floor.of(float)),
            "ceil" => Some(FloatUnary::Ceiling.of(float)),
            "trunc" => Some(FloatUnary::Truncate.of(float)),
            "round" => Some(FloatUnary::Round.of(float)),
            // The rounding mode is to nearest, ties to even.
            "roundeven" | "rint" | "nearbyint" => Some(FloatUnary::RoundEven.of(float)),
            _ => None,
        };
        if let Some(operator) = unary {
            return Ok(self.apply(kind, operator, vec![value]));
        }
        let second = self.argument(call, 1)?;
        match first {
            "copysign" => Ok(self.copy_sign(float, value, second)),
            "minnum" => Ok(self.float_extremum(float, value, second, true)),
            "maxnum" => Ok(self.float_extremum(float, value, second, false)),
            "fmuladd" => {
                let third = self.argument(call, 2)?;
                let product =
                    self.apply(kind, FloatBinary::Multiply.of(float), vec![value, second]);
                Ok(self.apply(kind, FloatBinary::Add.of(float), vec![product, third]))
            }
            _ => Err(unknown()),
        }
    }

    /// `llvm.is.fpclass`: whether a float is of one of the classes that a mask
    /// names, told from its bits.
    fn float_class(&mut self, call: &'m Call<'a>) -> Lowering<Operand> {
        let value = call.arguments.first().ok_or_else(|| Unsupported::new("llvm.is.fpclass"))?;
        let float = self.module.float_kind(value.operand.type_id)?;
        let (width, fraction) = match float {
            FloatKind::F32 => (32u16, 23u32),
            FloatKind::F64 => (64, 52),
        };
        let Operand::Constant(mask) = self.argument(call, 1)? else {
            return Err(Unsupported::new("llvm.is.fpclass with a computed mask"));
        };
        let mask = mask.low64();
        let value = self.argument(call, 0)?;
        let bits = Type::Integer(width);
        let constant = |value: u128| Operand::Constant(Bits::new(value, width));
        let sign_bit = 1u128 << (width - 1);
        let infinity = (sign_bit - 1) >> fraction << fraction;
        let quiet = infinity | 1 << (fraction - 1);
        let smallest_normal = 1u128 << fraction;
        let magnitude = self.apply(bits, Operator::And, vec![value, constant(sign_bit - 1)]);
        let negative = self.compare(Operator::UnsignedLessOrEqual, constant(sign_bit), value);
        let positive = self.apply(Type::Integer(1), Operator::Not, vec![negative]);
        // Class of the negative, class of the positive, lowest and highest
        // magnitude. A NaN has no sign that matters.
        let classes: [(u64, u64, u128, u128); 6] = [
            (0, 0, infinity + 1, quiet - 1),
            (1, 1, quiet, sign_bit - 1),
            (2, 9, infinity, infinity),
            (3, 8, smallest_normal, infinity - 1),
            (4, 7, 1, smallest_normal - 1),
            (5, 6, 0, 0),
        ];
        let mut answer = Operand::Constant(Bits::boolean(false));
        for (below, above, lowest, highest) in classes {
            let (below, above) = (mask >> below & 1 == 1, mask >> above & 1 == 1);
            if !below && !above {
                continue;
            }
            let low = self.compare(Operator::UnsignedLessOrEqual, constant(lowest), magnitude);
            let high = self.compare(Operator::UnsignedLessOrEqual, magnitude, constant(highest));
            let mut within = self.apply(Type::Integer(1), Operator::And, vec![low, high]);
            if below != above {
                let sign = if below { negative } else { positive };
                within = self.apply(Type::Integer(1), Operator::And, vec![within, sign]);
            }
            answer = self.apply(Type::Integer(1), Operator::Or, vec![answer, within]);
        }
        Ok(answer)
    }

    fn copy_sign(&mut self, float: FloatKind, value: Operand, sign: Operand) -> Operand {
        let width = float.width();
        let bits = Type::Integer(width);
        let sign_bit = Bits::new(1u128 << (width - 1), width);
        let others = Bits::new(sign_bit.unsigned().wrapping_sub(1), width);
        let magnitude = self.apply(bits, Operator::And, vec![value, Operand::Constant(others)]);
        let sign = self.apply(bits, Operator::And, vec![sign, Operand::Constant(sign_bit)]);
        self.apply(Type::Float(float), Operator::Or, vec![magnitude, sign])
    }

    /// The other operand where one is a NaN.
    fn float_extremum(
        &mut self,
        float: FloatKind,
        left: Operand,
        right: Operand,
        smallest: bool,
    ) -> Operand {
        let left_wins =
            FloatPredicate { less: smallest, equal: true, greater: !smallest, unordered: false };
        let unordered =
            FloatPredicate { less: false, equal: false, greater: false, unordered: true };
        let kind = Type::Float(float);
        let is_left = self.compare(Operator::FloatCompare(float, left_wins), left, right);
        let not_a_number = self.compare(Operator::FloatCompare(float, unordered), right, right);
        let is_left = self.apply(Type::Integer(1), Operator::Or, vec![is_left, not_a_number]);
        self.apply(kind, Operator::IfThenElse, vec![is_left, left, right])
    }
}

fn one(operand: Operand) -> Vec<Operand> {
    vec![operand]
}
