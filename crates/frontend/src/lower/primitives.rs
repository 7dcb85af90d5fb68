//! Calls of names that mean something to us: the primitives of the library
//! (`__raddle_...`), and the conventions of verification tools
//! (`__VERIFIER_nondet_int`, `__CPROVER_assume`, `reach_error`, ...).
//!
//! A user's own definition of such a name wins, except for sections
//! (`__VERIFIER_atomic_begin`) and error locations: these are such whether they have
//! a body or not, and the body runs too, inside the section or behind the error.
//! `assert` is such a name as well: without `<assert.h>` it is a call of a function.

use raddle_ir::{Access, AllocationKind, Callee, MemoryOrder};
use raddle_ir::{
    AwaitKind, CheckKind, FunctionId, Instruction, Operand, Origin, StopReason, Terminator, Type,
};
use raddle_terms::{Bits, FloatPredicate, Operator};

use super::function::FunctionLowering;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{Call, TypedConstant, Value};
use crate::object::Binding;

/// Calling a function of this name is an error, whatever it does.
pub fn is_error_location(name: &str) -> bool {
    ERROR_LOCATIONS.contains(&name)
}

pub(crate) const ERROR_LOCATIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Whether a function of this name means something to us as long as no module defines it.
pub(crate) fn is_convention(name: &str) -> bool {
    const PREFIXES: [&str; 4] = ["__VERIFIER_", "__ESBMC_", "__CPROVER_", "nondet_"];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || name == "__assert_fail"
        || is_assertion(name)
}

/// Whether calling a function of this name, which no module defines, checks its first argument.
pub(crate) fn is_assertion(name: &str) -> bool {
    ["assert", "__VERIFIER_assert", "__ESBMC_assert", "__CPROVER_assert"].contains(&name)
}

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    /// Lowers a call of a name that we know; `None` for all other names.
    pub fn lower_known_call(
        &mut self,
        name: &str,
        call: &'m Call<'a>,
        function: FunctionId,
    ) -> Lowering<Option<Vec<Operand>>> {
        if let Some(primitive) = name.strip_prefix("__raddle_") {
            return self.lower_primitive(primitive, call);
        }
        let defined = self.module.function_symbols[function].binding != Binding::Declared
            || self.module.purpose.defined_elsewhere.contains(name);
        match name {
            "__VERIFIER_atomic_begin" | "__ESBMC_atomic_begin" | "__CPROVER_atomic_begin" => {
                self.emit(Instruction::AtomicBegin);
                return self.body_or_nothing(call, function, defined).map(Some);
            }
            "__VERIFIER_atomic_end" | "__ESBMC_atomic_end" | "__CPROVER_atomic_end" => {
                let results = self.body_or_nothing(call, function, defined)?;
                self.emit(Instruction::AtomicEnd);
                return Ok(Some(results));
            }
            _ if is_error_location(name) => {
                self.emit_failure(CheckKind::Reach, format!("{name} is called"));
                // Goes on into the body; linking supplies one if there is none.
                return self.emit_call(call, Callee::Direct(function)).map(Some);
            }
            _ => {}
        }
        if defined {
            return Ok(None);
        }
        match name {
            "__VERIFIER_assume" | "__ESBMC_assume" | "__CPROVER_assume" => {
                let condition = self.truth(call, 0)?;
                self.emit(Instruction::Assume { condition });
                Ok(Some(self.undefined(call.result_type)))
            }
            _ if is_assertion(name) => {
                let condition = self.truth(call, 0)?;
                let message = self.literal(call, 1).unwrap_or_else(|| "assertion".to_owned());
                self.emit(Instruction::Check { kind: CheckKind::Assert, condition, message });
                Ok(Some(self.undefined(call.result_type)))
            }
            "__assert_fail" => match self.literal(call, 0) {
                Some(message) if self.module.origin == Origin::User => {
                    self.emit_failure(CheckKind::Assert, message);
                    self.stop(StopReason::Abort, call)
                }
                Some(_) | None => Ok(None),
            },
            "__VERIFIER_nondet_memory" => Err(Unsupported::new("a call of this function")),
            _ => {
                let nondet = name
                    .strip_prefix("__VERIFIER_nondet_")
                    .or_else(|| name.strip_prefix("nondet_"));
                match nondet {
                    Some(of) => self.lower_nondet(name, of, call).map(Some),
                    None => Ok(None),
                }
            }
        }
    }

    /// What the program's own function of a name that means something does besides.
    fn body_or_nothing(
        &mut self,
        call: &'m Call<'a>,
        function: FunctionId,
        defined: bool,
    ) -> Lowering<Vec<Operand>> {
        match defined {
            true => self.emit_call(call, Callee::Direct(function)),
            false => Ok(self.undefined(call.result_type)),
        }
    }

    fn lower_primitive(
        &mut self,
        name: &str,
        call: &'m Call<'a>,
    ) -> Lowering<Option<Vec<Operand>>> {
        if let Some(of) = name.strip_prefix("nondet_") {
            return self.lower_nondet(&format!("__raddle_{name}"), of, call).map(Some);
        }
        if let Some(kind) = name.strip_prefix("check_") {
            let kind = CheckKind::from_name(kind)
                .ok_or_else(|| Unsupported::new(format!("a check named {kind}")))?;
            let condition = self.truth(call, 0)?;
            let message = self
                .literal(call, 1)
                .ok_or_else(|| Unsupported::new("a check whose message is no string literal"))?;
            self.emit(Instruction::Check { kind, condition, message });
            return Ok(Some(Vec::new()));
        }
        match name {
            "atomic_begin" => self.emit(Instruction::AtomicBegin),
            "atomic_end" => self.emit(Instruction::AtomicEnd),
            "unordered" => self.fence(MemoryOrder::Relaxed),
            "assume" => {
                let condition = self.truth(call, 0)?;
                self.emit(Instruction::Assume { condition });
            }
            "free" => {
                let address = self.argument(call, 0)?;
                self.emit(Instruction::Free { address });
            }
            "output" => {
                let value = self.argument(call, 0)?;
                self.emit(Instruction::Output { value });
            }
            "unsupported" => {
                let what = self
                    .literal(call, 0)
                    .ok_or_else(|| Unsupported::new("something whose name is no string literal"))?;
                self.emit(Instruction::Unsupported { what });
            }
            "copy1" => return self.lower_element_copy(call, 8),
            "copy2" => return self.lower_element_copy(call, 16),
            "copy4" => return self.lower_element_copy(call, 32),
            "copy8" => return self.lower_element_copy(call, 64),
            "thread_exit" => {
                self.ended = Some(Terminator::ThreadExit);
                return Ok(Some(self.undefined(call.result_type)));
            }
            "exit" => return self.stop(StopReason::Exit, call),
            "abort" => return self.stop(StopReason::Abort, call),
            "undefined" => return self.stop(StopReason::Undefined, call),
            _ => return self.lower_primitive_value(name, call),
        }
        Ok(Some(Vec::new()))
    }

    /// The primitives that have a result.
    fn lower_primitive_value(
        &mut self,
        name: &str,
        call: &'m Call<'a>,
    ) -> Lowering<Option<Vec<Operand>>> {
        let word = Type::Integer(self.module.target.pointer_bits);
        let value = match name {
            "spawn" => {
                let function = self.argument(call, 0)?;
                let argument = self.argument(call, 1)?;
                let result = self.new_register(Type::Integer(32));
                self.emit(Instruction::Spawn { result, function, argument });
                (Operand::Register(result), Type::Integer(32))
            }
            "self" => {
                let result = self.new_register(Type::Integer(32));
                self.emit(Instruction::CurrentThread { result });
                (Operand::Register(result), Type::Integer(32))
            }
            "object_size" => {
                let address = self.argument(call, 0)?;
                let result = self.new_register(word);
                self.emit(Instruction::ObjectSize { result, address });
                (Operand::Register(result), word)
            }
            "allocate" | "allocate_zeroed" => {
                let size = self.argument(call, 0)?;
                let result = self.new_register(Type::Pointer);
                self.emit(Instruction::Allocate {
                    result,
                    kind: AllocationKind::Heap,
                    size,
                    zeroed: name == "allocate_zeroed",
                    name: None,
                    debug_type: None,
                });
                (Operand::Register(result), Type::Pointer)
            }
            "await" => self.lower_await(AwaitKind::Plain, false, call)?,
            "await_holder" => self.lower_await(AwaitKind::Plain, true, call)?,
            "await_spurious" => self.lower_await(AwaitKind::Spurious, false, call)?,
            "await_timed" => self.lower_await(AwaitKind::Timed, false, call)?,
            // A function of the library that is no primitive.
            _ => return Ok(None),
        };
        self.known_result(call, value.0, value.1).map(Some)
    }

    fn lower_await(
        &mut self,
        kind: AwaitKind,
        holder: bool,
        call: &'m Call<'a>,
    ) -> Lowering<(Operand, Type)> {
        let condition = self.truth(call, 0)?;
        let holder = match holder {
            true => Some(self.argument(call, 1)?),
            false => None,
        };
        let result = self.new_register(Type::Integer(1));
        self.emit(Instruction::Await { result, kind, condition, holder });
        Ok((Operand::Register(result), Type::Integer(1)))
    }

    fn lower_element_copy(
        &mut self,
        call: &'m Call<'a>,
        width: u16,
    ) -> Lowering<Option<Vec<Operand>>> {
        let to = self.argument(call, 0)?;
        let from = self.argument(call, 1)?;
        self.emit(Instruction::Copy {
            to,
            from,
            access: Access {
                kind: Type::Integer(width),
                order: MemoryOrder::Plain,
                volatile: false,
            },
        });
        Ok(Some(Vec::new()))
    }

    /// A value of the call's type; of a narrower C type where the name says so
    /// and the declaration (an implicit one, say) is wider.
    fn lower_nondet(&mut self, name: &str, of: &str, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        let kinds = self.module.scalars(call.result_type)?;
        let narrow = match of {
            "bool" | "_Bool" => Some((1, false)),
            "char" | "s8" => Some((8, true)),
            "uchar" | "unsigned_char" | "u8" => Some((8, false)),
            "short" | "s16" => Some((16, true)),
            "ushort" | "unsigned_short" | "u16" => Some((16, false)),
            _ => None,
        };
        let name = format!("{name}()");
        let mut values = Vec::new();
        for kind in kinds {
            let (made, extension) = match (kind, narrow) {
                (Type::Integer(width), Some((bits, signed))) if bits < width => {
                    let extension = if signed {
                        Operator::SignExtend(width)
                    } else {
                        Operator::ZeroExtend(width)
                    };
                    (Type::Integer(bits), Some(extension))
                }
                _ => (kind, None),
            };
            let result = self.new_register(made);
            self.emit(Instruction::Nondet { result, name: name.clone() });
            let value = Operand::Register(result);
            values.push(match extension {
                Some(operator) => self.apply(kind, operator, vec![value]),
                None => value,
            });
        }
        Ok(values)
    }

    fn emit_failure(&mut self, kind: CheckKind, message: String) {
        self.emit(Instruction::Check {
            kind,
            condition: Operand::Constant(Bits::boolean(false)),
            message,
        });
    }

    fn stop(&mut self, reason: StopReason, call: &'m Call<'a>) -> Lowering<Option<Vec<Operand>>> {
        self.ended = Some(Terminator::Stop(reason));
        Ok(Some(self.undefined(call.result_type)))
    }

    /// Whether an argument is not zero.
    pub fn truth(&mut self, call: &'m Call<'a>, position: usize) -> Lowering<Operand> {
        let (kind, width) = self.argument_kind(call, position)?;
        let value = self.argument(call, position)?;
        if let Type::Float(float) = kind {
            // There are two zeros, and a NaN is none of them.
            let differs =
                FloatPredicate { less: true, equal: false, greater: true, unordered: true };
            let zero = Operand::Constant(Bits::zero(width));
            return Ok(self.compare(Operator::FloatCompare(float, differs), value, zero));
        }
        match value {
            _ if width == 1 => Ok(value),
            Operand::Constant(bits) => Ok(Operand::Constant(Bits::boolean(bits.is_true()))),
            Operand::Register(_)
            | Operand::Global(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => {
                let zero = Operand::Constant(Bits::zero(width));
                Ok(self.compare(Operator::NotEqual, value, zero))
            }
        }
    }

    /// The text of an argument that is a string literal.
    fn literal(&self, call: &Call<'a>, position: usize) -> Option<String> {
        let argument = call.arguments.get(position)?;
        let Value::Constant(constant) = &argument.operand.value else {
            return None;
        };
        self.module
            .literal(&TypedConstant { type_id: argument.operand.type_id, value: constant.clone() })
    }

    /// A result as wide as the caller declared it.
    pub fn known_result(
        &mut self,
        call: &'m Call<'a>,
        value: Operand,
        kind: Type,
    ) -> Lowering<Vec<Operand>> {
        let declared = self.module.scalars(call.result_type)?;
        match declared.as_slice() {
            [] => Ok(Vec::new()),
            [wanted] => {
                let width = self.module.target.width(kind);
                Ok(vec![self.resize(value, width, *wanted)])
            }
            _ => Err(Unsupported::new("a call that expects an aggregate")),
        }
    }
}
