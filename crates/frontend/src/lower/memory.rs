//! Allocas, loads, stores, pointer arithmetic and atomic updates.

use raddle_ir::{Access, AllocationKind, Instruction, MemoryOrder, Operand, Type, UpdateOperator};
use raddle_terms::{Bits, FloatBinary, Operator};

use super::constants::Step;
use super::function::FunctionLowering;
use super::regions::{Piece, Region};
use super::structures::{AsWritten, Travels};
use super::{Lowering, Unsupported};
use crate::llvm::ast::{self, LocalId, MemoryAccess, NodeId, Operation, TypeId, Value};

/// The flags of an access.
#[derive(Clone, Copy)]
pub(crate) struct Flags {
    pub order: MemoryOrder,
    pub volatile: bool,
}

impl Flags {
    pub const PLAIN: Flags = Flags { order: MemoryOrder::Plain, volatile: false };

    fn of(access: &MemoryAccess) -> Flags {
        let order = access
            .atomicity
            .map_or(MemoryOrder::Plain, |atomicity| memory_order(atomicity.ordering));
        Flags { order, volatile: access.volatile }
    }

    fn access(self, kind: Type) -> Access {
        Access { kind, order: self.order, volatile: self.volatile }
    }
}

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    pub fn lower_memory_operation(
        &mut self,
        instruction: &'m ast::Instruction<'a>,
    ) -> Lowering<Vec<Operand>> {
        match &instruction.operation {
            Operation::Allocate { type_id, count, .. } => {
                let variable =
                    instruction.result.and_then(|local| self.variables[local.index()].clone());
                let size = self.allocation_size(*type_id, count.as_ref())?;
                let result = self.new_register(Type::Pointer);
                self.emit(Instruction::Allocate {
                    result,
                    kind: AllocationKind::Stack,
                    size,
                    zeroed: false,
                    name: variable.as_ref().map(|variable| variable.name.clone()),
                    debug_type: variable.and_then(|variable| variable.debug_type),
                });
                Ok(vec![Operand::Register(result)])
            }
            Operation::Load { type_id, address, access } => {
                self.lower_load(*type_id, address, access, instruction.result)
            }
            Operation::Store { value, address, access } => {
                self.lower_store(value, address, access, instruction.location)
            }
            Operation::GetElementPointer { source_type, base, indices, .. } => {
                let pointer = self.pointer(base)?;
                let mut lowered = Vec::with_capacity(indices.len());
                for index in indices {
                    lowered.push((index.type_id, self.single(index)?));
                }
                let result = self.element_pointer(*source_type, pointer, &lowered)?;
                Ok(vec![result])
            }
            Operation::CompareExchange { .. } => {
                self.lower_compare_exchange(&instruction.operation)
            }
            Operation::AtomicUpdate { operator, address, value, volatile, atomicity } => {
                let order = memory_order(atomicity.ordering);
                let flags = Flags { order, volatile: *volatile };
                self.lower_atomic_update(*operator, address, value, flags)
            }
            Operation::Binary { .. }
            | Operation::Negate { .. }
            | Operation::Cast { .. }
            | Operation::CompareIntegers { .. }
            | Operation::CompareFloats { .. }
            | Operation::Phi { .. }
            | Operation::Select { .. }
            | Operation::Freeze { .. }
            | Operation::Fence(_)
            | Operation::ExtractValue { .. }
            | Operation::InsertValue { .. }
            | Operation::ExtractElement { .. }
            | Operation::InsertElement { .. }
            | Operation::ShuffleVector { .. }
            | Operation::Call(_)
            | Operation::VariadicArgument { .. }
            | Operation::Debug(_)
            | Operation::Unsupported { .. } => Err(Unsupported::new("this memory operation")),
        }
    }

    /// A pointer into ordinary memory.
    pub fn pointer(&mut self, operand: &ast::Operand<'a>) -> Lowering<Operand> {
        let ast::Type::Pointer { address_space } = self.module.module.type_of(operand.type_id)
        else {
            return Err(Unsupported::new("a vector of pointers"));
        };
        match address_space {
            0 => self.single(operand),
            _ => Err(Unsupported::new("memory of another address space")),
        }
    }

    fn allocation_size(
        &mut self,
        type_id: TypeId,
        count: Option<&'m ast::Operand<'a>>,
    ) -> Lowering<Operand> {
        let bits = self.module.target.pointer_bits;
        let size = self.module.size_of(type_id)?;
        let size = Operand::Constant(Bits::new(u128::from(size), bits));
        let Some(count) = count else {
            return Ok(size);
        };
        let width = self.module.target.width(self.module.scalar(count.type_id)?);
        let value = self.single(count)?;
        let value = self.resize(value, width, Type::Integer(bits));
        match (value, size) {
            (Operand::Constant(count), Operand::Constant(size)) => {
                let total = count.unsigned().saturating_mul(size.unsigned());
                Ok(Operand::Constant(Bits::new(total, bits)))
            }
            (count, size) => {
                Ok(self.apply(Type::Integer(bits), Operator::Multiply, vec![count, size]))
            }
        }
    }

    fn lower_load(
        &mut self,
        type_id: TypeId,
        address: &'m ast::Operand<'a>,
        access: &MemoryAccess,
        result: Option<LocalId>,
    ) -> Lowering<Vec<Operand>> {
        let pointer = self.pointer(address)?;
        let flags = Flags::of(access);
        let region = self.splittable_region(&address.value, flags);
        let places = self.module.scalar_places(type_id)?;
        if flags.order.is_atomic() && places.len() != 1 {
            return Err(Unsupported::new("an atomic load of an aggregate"));
        }
        let mut values = Vec::with_capacity(places.len());
        for place in places {
            let at = self.displaced(pointer, place.offset as i64);
            let pieces = self.pieces(region, place.offset, place.kind);
            values.push(match pieces {
                Some(pieces) if is_dense(&pieces) || self.travels().is_passed(result) => {
                    self.load_pieces(at, place.kind, &pieces)
                }
                Some(_) | None => self.load(at, place.kind, flags),
            });
        }
        Ok(values)
    }

    fn lower_store(
        &mut self,
        value: &'m ast::Operand<'a>,
        address: &'m ast::Operand<'a>,
        access: &MemoryAccess,
        location: Option<NodeId>,
    ) -> Lowering<Vec<Operand>> {
        let pointer = self.pointer(address)?;
        let flags = Flags::of(access);
        let region = self.splittable_region(&address.value, flags);
        let places = self.module.scalar_places(value.type_id)?;
        if flags.order.is_atomic() && places.len() != 1 {
            return Err(Unsupported::new("an atomic store of an aggregate"));
        }
        let scalars = self.operand(value)?;
        for (place, scalar) in places.into_iter().zip(scalars) {
            let at = self.displaced(pointer, place.offset as i64);
            match self.pieces(region, place.offset, place.kind) {
                Some(pieces) if is_dense(&pieces) || self.is_received(value, location) => {
                    self.store_pieces(at, scalar, place.kind, &pieces);
                }
                Some(_) | None => self.store(at, scalar, place.kind, flags),
            }
        }
        Ok(Vec::new())
    }

    /// How structures travel through registers in this function.
    pub fn travels(&mut self) -> &Travels {
        if self.travels.is_none() {
            self.travels = Some(self.as_written().map(Travels::of).unwrap_or_default());
        }
        self.travels.get_or_insert_default()
    }

    fn is_received(&self, value: &ast::Operand<'a>, location: Option<NodeId>) -> bool {
        self.as_written().is_some_and(|code| code.is_received(&value.value, location))
    }

    /// The function, if no optimiser has seen it.
    fn as_written(&self) -> Option<AsWritten<'_, 'a>> {
        let is_as_written =
            self.source.attributes.not_optimised || self.module.purpose.inline_bodies;
        is_as_written.then_some(AsWritten {
            module: self.module.module,
            function: self.source,
            body: self.body,
            definitions: &self.definitions,
        })
    }

    fn splittable_region(&self, address: &Value<'a>, flags: Flags) -> Option<Region> {
        if flags.order.is_atomic() || flags.volatile {
            return None;
        }
        self.region(address)
    }

    fn pieces(&self, region: Option<Region>, offset: u64, kind: Type) -> Option<Vec<Piece>> {
        let region = region?;
        let size = u64::from(self.module.target.width(kind).div_ceil(8));
        let place = Region { type_id: region.type_id, offset: region.offset.checked_add(offset)? };
        self.module.split_access(place, size)
    }

    /// One load. Memory holds whole bytes; bits beyond the type are cut off.
    pub fn load(&mut self, address: Operand, kind: Type, flags: Flags) -> Operand {
        let stored = self.module.whole_bytes(kind);
        let result = self.new_register(stored);
        self.emit(Instruction::Load { result, address, access: flags.access(stored) });
        let width = self.module.target.width(stored);
        self.resize(Operand::Register(result), width, kind)
    }

    pub fn store(&mut self, address: Operand, value: Operand, kind: Type, flags: Flags) {
        let stored = self.module.whole_bytes(kind);
        let value = self.resize(value, self.module.target.width(kind), stored);
        self.emit(Instruction::Store { address, value, access: flags.access(stored) });
    }

    /// Loads the fields of a structure into one integer. Callees and
    /// callers look at the fields alone, so that padding may be anything: it is zero.
    pub fn load_pieces(&mut self, address: Operand, kind: Type, pieces: &[Piece]) -> Operand {
        let width = self.module.target.width(kind);
        let whole = Type::Integer(width);
        let mut joined: Option<Operand> = None;
        for piece in pieces {
            let at = self.displaced(address, piece.offset as i64);
            let field = self.load(at, piece.kind, Flags::PLAIN);
            let mut field = self.resize(field, piece.size as u16 * 8, whole);
            if piece.offset > 0 {
                let amount = Bits::new(u128::from(piece.offset) * 8, width);
                let operands = vec![field, Operand::Constant(amount)];
                field = self.apply(whole, Operator::ShiftLeft, operands);
            }
            joined = Some(match joined {
                Some(before) => self.apply(whole, Operator::Or, vec![before, field]),
                None => field,
            });
        }
        joined.unwrap_or(Operand::Constant(Bits::zero(width)))
    }

    fn store_pieces(&mut self, address: Operand, value: Operand, kind: Type, pieces: &[Piece]) {
        let whole = self.module.target.width(kind);
        for piece in pieces {
            let width = piece.size as u16 * 8;
            let low = piece.offset as u16 * 8;
            let part = if let Operand::Undefined(_) = value {
                Operand::Undefined(piece.kind)
            } else if whole == width {
                value
            } else {
                self.apply(Type::Integer(width), Operator::Extract { low, width }, vec![value])
            };
            let at = self.displaced(address, piece.offset as i64);
            self.store(at, part, piece.kind, Flags::PLAIN);
            self.empty_padding(address, piece);
        }
    }

    /// What C gives no value is from here on like what was never written.
    pub fn empty_padding(&mut self, address: Operand, piece: &Piece) {
        if piece.padding > 0 {
            let at = self.displaced(address, (piece.offset + piece.size) as i64);
            let kind = Type::Integer(piece.padding as u16 * 8);
            self.store(at, Operand::Undefined(kind), kind, Flags::PLAIN);
        }
    }

    /// `getelementptr`: constant parts are added up, indices are sign-extended
    /// or cut to the width of a pointer.
    pub fn element_pointer(
        &mut self,
        source_type: TypeId,
        pointer: Operand,
        indices: &[(TypeId, Operand)],
    ) -> Lowering<Operand> {
        let bits = self.module.target.pointer_bits;
        let word = Type::Integer(bits);
        let mut fixed = 0i64;
        let mut moving: Option<Operand> = None;
        let mut id = source_type;
        for (position, (index_type, index)) in indices.iter().enumerate() {
            let known = index.constant().map(Bits::signed);
            let (next, step) = self.module.step(id, position == 0, known)?;
            id = next;
            let size = match (step, known) {
                (Step::Fixed(bytes), _) => {
                    fixed = fixed.wrapping_add(bytes as i64);
                    continue;
                }
                (Step::Scaled(size), Some(index)) => {
                    fixed = fixed.wrapping_add((index as i64).wrapping_mul(size as i64));
                    continue;
                }
                (Step::Scaled(size), None) => size,
            };
            let width = self.module.target.width(self.module.scalar(*index_type)?);
            let mut term = if width < bits {
                self.apply(word, Operator::SignExtend(bits), vec![*index])
            } else {
                self.resize(*index, width, word)
            };
            if size != 1 {
                let size = Operand::Constant(Bits::new(u128::from(size), bits));
                term = self.apply(word, Operator::Multiply, vec![term, size]);
            }
            moving = Some(match moving {
                Some(before) => self.apply(word, Operator::Add, vec![before, term]),
                None => term,
            });
        }
        let Some(mut offset) = moving else {
            return Ok(self.displaced(pointer, fixed));
        };
        if fixed != 0 {
            let fixed = Operand::Constant(Bits::from_signed(i128::from(fixed), bits));
            offset = self.apply(word, Operator::Add, vec![offset, fixed]);
        }
        Ok(self.pointer_add(pointer, offset))
    }

    fn lower_compare_exchange(&mut self, operation: &'m Operation<'a>) -> Lowering<Vec<Operand>> {
        let Operation::CompareExchange {
            address,
            expected,
            desired,
            weak,
            volatile,
            success: atomicity,
            failure,
        } = operation
        else {
            return Err(Unsupported::new("this memory operation"));
        };
        let address = self.pointer(address)?;
        let kind = self.module.scalar(expected.type_id)?;
        self.whole(kind)?;
        let expected = self.single(expected)?;
        let desired = self.single(desired)?;
        let old = self.new_register(kind);
        let success = self.new_register(Type::Integer(1));
        self.emit(Instruction::CompareExchange {
            old,
            success,
            address,
            expected,
            desired,
            weak: *weak,
            failure: memory_order(*failure),
            access: Access { kind, order: memory_order(atomicity.ordering), volatile: *volatile },
        });
        Ok(vec![Operand::Register(old), Operand::Register(success)])
    }

    /// Of this order for other threads; none at all if it is plain.
    pub fn fence(&mut self, order: MemoryOrder) {
        if order.is_atomic() {
            self.emit(Instruction::Fence { order });
        }
    }

    /// Atomic updates are only of types that fill whole bytes.
    fn whole(&self, kind: Type) -> Lowering<()> {
        if self.module.whole_bytes(kind) == kind {
            Ok(())
        } else {
            Err(Unsupported::new("an atomic update of a part of a byte"))
        }
    }

    fn lower_atomic_update(
        &mut self,
        operator: ast::UpdateOperator,
        address: &'m ast::Operand<'a>,
        value: &'m ast::Operand<'a>,
        flags: Flags,
    ) -> Lowering<Vec<Operand>> {
        let address = self.pointer(address)?;
        let kind = self.module.scalar(value.type_id)?;
        self.whole(kind)?;
        let operand = self.single(value)?;
        let Some(simple) = update_operator(operator) else {
            return self.computed_update(operator, address, (value.type_id, operand), flags);
        };
        let result = self.new_register(kind);
        self.emit(Instruction::Update {
            result,
            operator: simple,
            address,
            value: operand,
            access: flags.access(kind),
        });
        Ok(vec![Operand::Register(result)])
    }

    /// The updates that are no single instruction: load, compute and store in
    /// an atomic section.
    fn computed_update(
        &mut self,
        operator: ast::UpdateOperator,
        address: Operand,
        (type_id, operand): (TypeId, Operand),
        flags: Flags,
    ) -> Lowering<Vec<Operand>> {
        let kind = self.module.scalar(type_id)?;
        let compute = match operator {
            ast::UpdateOperator::FloatAdd => {
                FloatBinary::Add.of(self.module.float_kind(type_id)?)
            }
            ast::UpdateOperator::FloatSubtract => {
                FloatBinary::Subtract.of(self.module.float_kind(type_id)?)
            }
            ast::UpdateOperator::Exchange
            | ast::UpdateOperator::Add
            | ast::UpdateOperator::Subtract
            | ast::UpdateOperator::And
            | ast::UpdateOperator::Nand
            | ast::UpdateOperator::Or
            | ast::UpdateOperator::Xor
            | ast::UpdateOperator::SignedMaximum
            | ast::UpdateOperator::SignedMinimum
            | ast::UpdateOperator::UnsignedMaximum
            | ast::UpdateOperator::UnsignedMinimum
            | ast::UpdateOperator::FloatMaximum
            | ast::UpdateOperator::FloatMinimum
            | ast::UpdateOperator::FloatMaximumPropagating
            | ast::UpdateOperator::FloatMinimumPropagating
            | ast::UpdateOperator::UnsignedIncrementWrap
            | ast::UpdateOperator::UnsignedDecrementWrap
            | ast::UpdateOperator::UnsignedSubtractConditional
            | ast::UpdateOperator::UnsignedSubtractSaturating => {
                return Err(Unsupported::new("this kind of atomic update"));
            }
        };
        self.emit(Instruction::AtomicBegin);
        let old = self.load(address, kind, flags);
        let new = self.apply(kind, compute, vec![old, operand]);
        self.store(address, new, kind, flags);
        self.emit(Instruction::AtomicEnd);
        Ok(vec![old])
    }
}

/// LLVM has one order below C's relaxed, for Java.
pub(super) fn memory_order(ordering: ast::Ordering) -> MemoryOrder {
    match ordering {
        ast::Ordering::Unordered | ast::Ordering::Monotonic => MemoryOrder::Relaxed,
        ast::Ordering::Acquire => MemoryOrder::Acquire,
        ast::Ordering::Release => MemoryOrder::Release,
        ast::Ordering::AcquireRelease => MemoryOrder::AcquireRelease,
        ast::Ordering::SequentiallyConsistent => MemoryOrder::SequentiallyConsistent,
    }
}

/// Whether the pieces are all there is.
fn is_dense(pieces: &[Piece]) -> bool {
    pieces.iter().all(|piece| piece.padding == 0)
}

fn update_operator(operator: ast::UpdateOperator) -> Option<UpdateOperator> {
    Some(match operator {
        ast::UpdateOperator::Exchange => UpdateOperator::Exchange,
        ast::UpdateOperator::Add => UpdateOperator::Add,
        ast::UpdateOperator::Subtract => UpdateOperator::Subtract,
        ast::UpdateOperator::And => UpdateOperator::And,
        ast::UpdateOperator::Nand => UpdateOperator::Nand,
        ast::UpdateOperator::Or => UpdateOperator::Or,
        ast::UpdateOperator::Xor => UpdateOperator::Xor,
        ast::UpdateOperator::SignedMaximum => UpdateOperator::SignedMaximum,
        ast::UpdateOperator::SignedMinimum => UpdateOperator::SignedMinimum,
        ast::UpdateOperator::UnsignedMaximum => UpdateOperator::UnsignedMaximum,
        ast::UpdateOperator::UnsignedMinimum => UpdateOperator::UnsignedMinimum,
        ast::UpdateOperator::FloatAdd
        | ast::UpdateOperator::FloatSubtract
        | ast::UpdateOperator::FloatMaximum
        | ast::UpdateOperator::FloatMinimum
        | ast::UpdateOperator::FloatMaximumPropagating
        | ast::UpdateOperator::FloatMinimumPropagating
        | ast::UpdateOperator::UnsignedIncrementWrap
        | ast::UpdateOperator::UnsignedDecrementWrap
        | ast::UpdateOperator::UnsignedSubtractConditional
        | ast::UpdateOperator::UnsignedSubtractSaturating => return None,
    })
}
