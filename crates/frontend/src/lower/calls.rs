//! Calls: of functions, through pointers, and of names that mean something.
//!
//! Calls keep the types that the caller has in mind; where those differ from
//! the definition's, linking adapts them, since only then is it known.

use raddle_ir::{Callee, Instruction, MemoryOrder, Operand, RegisterId, Type};

use super::function::FunctionLowering;
use super::memory::Flags;
use super::regions::Region;
use super::variadic::Area;
use super::{Lowering, SymbolTarget, Unsupported};
use crate::llvm::ast::{self, Argument, Call, LocalId, TypeId, Value};

/// Functions that make a second flow of control: beyond what the library can
/// model.
const BEYOND_US: [&str; 5] = ["getcontext", "setcontext", "makecontext", "swapcontext", "vfork"];

/// What `memory_order_seq_cst` is to the library's functions for atomic objects.
const SEQUENTIALLY_CONSISTENT: u64 = 5;

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    pub fn lower_call(
        &mut self,
        call: &'m Call<'a>,
        result: Option<LocalId>,
    ) -> Lowering<Vec<Operand>> {
        let symbol = match &call.callee {
            ast::Callee::Direct(symbol) => Some(*symbol),
            ast::Callee::Indirect(Value::Constant(ast::Constant::Symbol(symbol))) => Some(*symbol),
            ast::Callee::Indirect(_) => None,
            ast::Callee::Assembly(assembly) => return self.lower_assembly(call, assembly),
        };
        let Some(symbol) = symbol else {
            let ast::Callee::Indirect(value) = &call.callee else {
                return Err(Unsupported::new("this kind of call"));
            };
            let pointer = self.single_value(ast::TypeTable::POINTER, value)?;
            return self.emit_call(call, Callee::Indirect(pointer));
        };
        match self.module.symbols[symbol.index()] {
            SymbolTarget::Function(function) => {
                let name = self.module.functions[function].name.clone();
                if let Some(value) = self.lower_known_call(&name, call, function)? {
                    return Ok(value);
                }
                if BEYOND_US.contains(&name.as_str()) {
                    return Err(Unsupported::new(format!("a call of {name}")));
                }
                self.mark_weak_atomic(&name, call)?;
                self.emit_call(call, Callee::Direct(function))
            }
            SymbolTarget::Intrinsic => {
                let name = self.module.module.symbol(symbol).name.text();
                self.lower_intrinsic(name.unwrap_or_default(), call, result)
            }
            SymbolTarget::Global { global, addend } => {
                let pointer = self.displaced(Operand::Global(global), addend);
                self.emit_call(call, Callee::Indirect(pointer))
            }
            SymbolTarget::Unknown => Err(Unsupported::new(format!(
                "a call of {}, which is chosen at load time,",
                self.module.module.symbol(symbol).name
            ))),
        }
    }

    /// The library's functions for atomic objects that no instruction fits are told their
    /// orders, the last arguments, and cannot say beforehand which ones they will be told.
    fn mark_weak_atomic(&mut self, name: &str, call: &'m Call<'a>) -> Lowering<()> {
        let Some(operation) = name.strip_prefix("__atomic_") else { return Ok(()) };
        if operation.ends_with("lock_free") {
            return Ok(());
        }
        let orders = if operation.starts_with("compare_exchange") { 2 } else { 1 };
        let count = call.arguments.len();
        for position in count.saturating_sub(orders)..count {
            let order = self.argument(call, position)?.constant();
            if order.is_none_or(|order| order.low64() != SEQUENTIALLY_CONSISTENT) {
                self.fence(MemoryOrder::Relaxed);
            }
        }
        Ok(())
    }

    pub fn emit_call(&mut self, call: &'m Call<'a>, callee: Callee) -> Lowering<Vec<Operand>> {
        let kinds = self.module.scalars(call.result_type)?;
        let arguments = self.arguments(call)?;
        let results: Vec<RegisterId> =
            kinds.into_iter().map(|kind| self.new_register(kind)).collect();
        let values = results.iter().copied().map(Operand::Register).collect();
        self.emit(Instruction::Call { results, callee, arguments });
        Ok(values)
    }

    /// The scalars of all arguments. The callee copies a structure that is
    /// passed by value itself; only among the variable arguments it lies in the
    /// argument area.
    fn arguments(&mut self, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        let named = if let ast::Type::Function(function) =
            self.module.module.type_of(call.function_type)
            && function.variadic
        {
            function.parameters.len()
        } else {
            call.arguments.len()
        };
        // Only some platforms have registers for variable arguments.
        let is_laid_out = self.module.target.pointer_bits == 64 && call.arguments.len() > named;
        let mut area = Area::new();
        let mut lowered = Vec::new();
        for (position, argument) in call.arguments.iter().enumerate() {
            if argument.attributes.in_allocation.is_some() {
                return Err(Unsupported::new("an argument in memory of the caller"));
            }
            match argument.attributes.by_value {
                Some(type_id) if position >= named => {
                    let words = self.argument_words(argument, type_id)?;
                    if is_laid_out {
                        area.push(&words, argument.attributes.alignment.unwrap_or(0));
                    } else {
                        lowered.extend(words);
                    }
                }
                None if position >= named && is_laid_out => {
                    self.pass_variable(&mut area, argument)?;
                }
                Some(_) | None => {
                    lowered.extend(self.operand(&argument.operand)?);
                    if is_laid_out {
                        self.skip_named(&mut area, argument)?;
                    }
                }
            }
        }
        lowered.extend(area.words());
        Ok(lowered)
    }

    /// A structure as the words of the argument area.
    fn argument_words(
        &mut self,
        argument: &'m Argument<'a>,
        type_id: TypeId,
    ) -> Lowering<Vec<Operand>> {
        let pointer = self.pointer(&argument.operand)?;
        let (size, _) = self.module.block_layout(type_id)?;
        let word = self.module.target.pointer_bytes();
        if size > 64 * word {
            return Err(Unsupported::new("a large structure as a variable argument"));
        }
        let mut words = Vec::new();
        let mut at = 0;
        while at < size {
            let bytes = word.min(size - at);
            let kind = Type::Integer(bytes as u16 * 8);
            let address = self.displaced(pointer, at as i64);
            let place = Region { type_id, offset: at };
            let value = match self.module.split_access(place, bytes) {
                Some(pieces) => self.load_pieces(address, kind, &pieces),
                None => self.load(address, kind, Flags::PLAIN),
            };
            words.push(self.resize(value, bytes as u16 * 8, Type::Integer(word as u16 * 8)));
            at += bytes;
        }
        Ok(words)
    }

    /// The argument at a position, which must be one scalar.
    pub fn argument(&mut self, call: &'m Call<'a>, position: usize) -> Lowering<Operand> {
        let argument = call
            .arguments
            .get(position)
            .ok_or_else(|| Unsupported::new("a call with missing arguments"))?;
        self.single(&argument.operand)
    }

    /// Type and width of the argument at a position.
    pub fn argument_kind(&self, call: &Call<'a>, position: usize) -> Lowering<(Type, u16)> {
        let argument = call
            .arguments
            .get(position)
            .ok_or_else(|| Unsupported::new("a call with missing arguments"))?;
        let kind = self.module.scalar(argument.operand.type_id)?;
        Ok((kind, self.module.target.width(kind)))
    }
}
