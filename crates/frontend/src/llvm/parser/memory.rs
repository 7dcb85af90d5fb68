//! Instructions on memory.

use super::instruction::Typed;
use super::{Parse, Parser};
use crate::llvm::ast::{
    Atomicity, MemoryAccess, Operand, Operation, Ordering, StructureBody, Type, TypeId, TypeTable,
    UpdateOperator,
};
use crate::llvm::text::decode_text;

impl<'a> Parser<'a> {
    pub(super) fn parse_allocate(&mut self) -> Parse<Typed<'a>> {
        self.accept_word("inalloca");
        self.accept_word("swifterror");
        let type_id = self.parse_value_type()?;
        let mut count = None;
        let mut alignment = None;
        let mut address = TypeTable::POINTER;
        while self.accept_comma() {
            if self.accept_word("align") {
                alignment = Some(self.alignment()?);
            } else if self.accept_word("addrspace") {
                let address_space = self.parenthesised()?;
                address = self.types.intern(Type::Pointer { address_space });
            } else {
                count = Some(self.parse_operand()?);
            }
        }
        let operation = Operation::Allocate { type_id, count, alignment };
        Ok((operation, address))
    }

    /// An operand that is a pointer.
    fn parse_address(&mut self) -> Parse<Operand<'a>> {
        let start = self.start;
        let address = self.parse_operand()?;
        if self.types.is_pointer(address.type_id) {
            Ok(address)
        } else {
            let found = self.types.describe(address.type_id);
            Err(self.error_at(start, format!("expected a pointer, found a value of type {found}")))
        }
    }

    pub(super) fn parse_load(&mut self) -> Parse<Typed<'a>> {
        let atomic = self.accept_word("atomic");
        let volatile = self.accept_word("volatile");
        let type_id = self.parse_value_type()?;
        self.expect(b',')?;
        let address = self.parse_address()?;
        let access = self.parse_access(atomic, volatile)?;
        let operation = Operation::Load { type_id, address, access };
        Ok((operation, type_id))
    }

    pub(super) fn parse_store(&mut self) -> Parse<Typed<'a>> {
        let atomic = self.accept_word("atomic");
        let volatile = self.accept_word("volatile");
        let value = self.parse_operand()?;
        self.expect(b',')?;
        let address = self.parse_address()?;
        let access = self.parse_access(atomic, volatile)?;
        let operation = Operation::Store { value, address, access };
        Ok((operation, TypeTable::VOID))
    }

    /// Scope, ordering and alignment behind the address.
    fn parse_access(&mut self, atomic: bool, volatile: bool) -> Parse<MemoryAccess> {
        let atomicity = if atomic { Some(self.parse_atomicity()?) } else { None };
        Ok(MemoryAccess { volatile, atomicity, alignment: self.parse_trailing_alignment()? })
    }

    /// `, align 4`
    fn parse_trailing_alignment(&mut self) -> Parse<Option<u64>> {
        if !self.accept_comma() {
            return Ok(None);
        }
        self.expect_word("align")?;
        self.alignment().map(Some)
    }

    /// `syncscope("...") seq_cst`
    fn parse_atomicity(&mut self) -> Parse<Atomicity> {
        let mut single_thread = false;
        if self.accept_word("syncscope") {
            self.expect(b'(')?;
            single_thread = decode_text(self.raw_string()?) == "singlethread";
            self.expect(b')')?;
        }
        Ok(Atomicity { ordering: self.parse_ordering()?, single_thread })
    }

    fn parse_ordering(&mut self) -> Parse<Ordering> {
        self.parse_named(ordering, "a memory ordering")
    }

    pub(super) fn parse_fence(&mut self) -> Parse<Typed<'a>> {
        let atomicity = self.parse_atomicity()?;
        Ok((Operation::Fence(atomicity), TypeTable::VOID))
    }

    pub(super) fn parse_compare_exchange(&mut self) -> Parse<Typed<'a>> {
        let weak = self.accept_word("weak");
        let volatile = self.accept_word("volatile");
        let address = self.parse_address()?;
        self.expect(b',')?;
        let expected = self.parse_operand()?;
        self.expect(b',')?;
        let start = self.start;
        let desired = self.parse_operand()?;
        if expected.type_id != desired.type_id {
            return Err(self.error_at(start, "the operands' types differ".to_owned()));
        }
        let success = self.parse_atomicity()?;
        let failure = self.parse_ordering()?;
        self.parse_trailing_alignment()?;
        let type_id = self.types.intern(Type::Literal(StructureBody {
            fields: [desired.type_id, TypeTable::BOOLEAN].into(),
            packed: false,
        }));
        let operation = Operation::CompareExchange {
            address,
            expected,
            desired,
            weak,
            volatile,
            success,
            failure,
        };
        Ok((operation, type_id))
    }

    pub(super) fn parse_atomic_update(&mut self) -> Parse<Typed<'a>> {
        let volatile = self.accept_word("volatile");
        let operator = self.parse_named(update_operator, "an atomic operation")?;
        let address = self.parse_address()?;
        self.expect(b',')?;
        let value = self.parse_operand()?;
        let atomicity = self.parse_atomicity()?;
        self.parse_trailing_alignment()?;
        let type_id = value.type_id;
        let operation = Operation::AtomicUpdate { operator, address, value, volatile, atomicity };
        Ok((operation, type_id))
    }

    pub(super) fn parse_element_pointer(&mut self) -> Parse<Typed<'a>> {
        let flags = self.parse_element_pointer_flags()?;
        let source_type = self.parse_value_type()?;
        self.expect(b',')?;
        let base = self.parse_operand()?;
        let mut shape = base.type_id;
        let mut indices = Vec::new();
        while self.accept_comma() {
            if self.at_word("inrange") {
                self.advance();
            }
            let index = self.parse_operand()?;
            if matches!(self.types.get(index.type_id), Type::Vector { .. }) {
                shape = index.type_id;
            }
            indices.push(index);
        }
        let type_id = self.element_pointer_type(base.type_id, shape)?;
        let operation = Operation::GetElementPointer { source_type, base, indices, flags };
        Ok((operation, type_id))
    }

    /// A pointer like the base, or a vector of them if an operand is a vector.
    fn element_pointer_type(&mut self, base: TypeId, shape: TypeId) -> Parse<TypeId> {
        let pointer = match self.types.get(base) {
            Type::Vector { element, .. } => *element,
            _ => base,
        };
        if !self.types.is_pointer(pointer) {
            return Err(self.error("the base of a `getelementptr` is no pointer"));
        }
        Ok(self.with_shape_of(shape, pointer))
    }
}

fn ordering(word: &str) -> Option<Ordering> {
    Some(match word {
        "unordered" => Ordering::Unordered,
        "monotonic" => Ordering::Monotonic,
        "acquire" => Ordering::Acquire,
        "release" => Ordering::Release,
        "acq_rel" => Ordering::AcquireRelease,
        "seq_cst" => Ordering::SequentiallyConsistent,
        _ => return None,
    })
}

fn update_operator(word: &str) -> Option<UpdateOperator> {
    Some(match word {
        "xchg" => UpdateOperator::Exchange,
        "add" => UpdateOperator::Add,
        "sub" => UpdateOperator::Subtract,
        "and" => UpdateOperator::And,
        "nand" => UpdateOperator::Nand,
        "or" => UpdateOperator::Or,
        "xor" => UpdateOperator::Xor,
        "max" => UpdateOperator::SignedMaximum,
        "min" => UpdateOperator::SignedMinimum,
        "umax" => UpdateOperator::UnsignedMaximum,
        "umin" => UpdateOperator::UnsignedMinimum,
        "fadd" => UpdateOperator::FloatAdd,
        "fsub" => UpdateOperator::FloatSubtract,
        "fmax" => UpdateOperator::FloatMaximum,
        "fmin" => UpdateOperator::FloatMinimum,
        "fmaximum" => UpdateOperator::FloatMaximumPropagating,
        "fminimum" => UpdateOperator::FloatMinimumPropagating,
        "uinc_wrap" => UpdateOperator::UnsignedIncrementWrap,
        "udec_wrap" => UpdateOperator::UnsignedDecrementWrap,
        "usub_cond" => UpdateOperator::UnsignedSubtractConditional,
        "usub_sat" => UpdateOperator::UnsignedSubtractSaturating,
        _ => return None,
    })
}
