//! Where addresses lead: the location or private memory that an access goes to, the object that
//! is freed or whose size is asked for; and what is noted where they lead nowhere.

use raddle_ir::{CheckKind, Operand, RegisterId, Type};
use raddle_terms::Operator;

use super::SharedMemory;
use super::access_targets::{AccessTarget, LocationSpan, access_targets};
use super::deferred_checks::Failure;
use super::objects::{Base, ObjectId, Size};
use super::thread::Translator;
use crate::code::{BIT, Code, constant, truth};
use crate::memory_accesses::ByteAccess;

/// Where an access goes: at most one of the guards is true, and one is.
pub struct ResolvedAccess {
    pub(super) bytes: u64,
    /// To memory, at this address.
    pub(super) private: Vec<(Operand, Operand)>,
    pub(super) shared: Vec<(Operand, LocationSpan)>,
}

impl ResolvedAccess {
    /// Whether it goes to shared memory.
    pub fn is_shared(&self, code: &mut Code) -> Operand {
        self.shared.iter().fold(truth(false), |any, (guard, _)| code.either(any, *guard))
    }
}

/// Which object an address means.
struct Inside {
    /// Bytes from the object's start, if it is this object.
    offset: Operand,
    inside: Operand,
    alive: Operand,
}

impl Translator<'_> {
    /// Finds out where an access goes; the thread stops if it goes nowhere.
    pub fn resolve(&mut self, accessed: ByteAccess) -> ResolvedAccess {
        let address = self.operand(&accessed.address);
        let SharedMemory { objects, locations, .. } = self.memory;
        let found = access_targets(objects, locations, self.function, &accessed);
        let mut resolved =
            ResolvedAccess { bytes: accessed.bytes, private: Vec::new(), shared: Vec::new() };
        let (mut valid, mut misfit) = (truth(false), truth(false));
        let mut direct = truth(false);
        for each in found {
            let object = self.inside(&each, address, accessed.bytes);
            let selected = self.code.both(object.inside, object.alive);
            valid = self.code.either(valid, selected);
            if !self.memory.objects.list[each.object].shared {
                match each.rooted {
                    true => direct = self.code.either(direct, selected),
                    false => {
                        let address = self.address(each.object, object.offset);
                        resolved.private.push((selected, address));
                    }
                }
                continue;
            }
            let mut fits = truth(false);
            for span in each.spans {
                let here = match each.known {
                    Some(_) => object.inside,
                    None => {
                        let start = constant(u128::from(span.start), self.code.target.pointer_bits);
                        self.code.test(Operator::Equal, &[object.offset, start])
                    }
                };
                fits = self.code.either(fits, here);
                let guard = self.code.both(here, object.alive);
                resolved.shared.push((guard, span));
            }
            let unfit = self.code.not(fits);
            let unfit = self.code.both(object.inside, unfit);
            misfit = self.code.either(misfit, unfit);
        }
        if direct != truth(false) {
            resolved.private.push((direct, address));
        }
        self.support_wild(&accessed.address, valid);
        let verb = if accessed.may_write() { "writes" } else { "reads" };
        self.require(valid, CheckKind::Memory, &format!("{verb} memory that is not there"));
        self.support(misfit, "an access of shared memory that does not fit its elements");
        resolved
    }

    /// The conditions under which an address is that many bytes of an object.
    fn inside(&mut self, target: &AccessTarget, address: Operand, bytes: u64) -> Inside {
        let alive = self.alive(target.object);
        let width = self.code.target.pointer_bits;
        let held = matches!(self.memory.objects.list[target.object].size, Size::Held(_));
        if let (Some(known), true, false) = (target.known, target.certain, held) {
            let offset = constant(u128::from(known), width);
            return Inside { offset, inside: truth(true), alive };
        }
        let offset = self.offset(target.object, address);
        let inside = match self.memory.objects.list[target.object].size {
            Size::Known(size) if target.known.is_some() || size == bytes => {
                let known = constant(u128::from(target.known.unwrap_or(0)), width);
                self.code.test(Operator::Equal, &[offset, known])
            }
            Size::Known(size) => {
                let last = constant(u128::from(size.saturating_sub(bytes)), width);
                self.code.test(Operator::UnsignedLessOrEqual, &[offset, last])
            }
            Size::Held(held) => {
                let size = self.code.read(held, Type::Integer(width));
                let bytes = constant(u128::from(bytes), width);
                let fits = self.code.test(Operator::UnsignedLessOrEqual, &[bytes, size]);
                let kind = Type::Integer(width);
                let last = self.code.apply(Operator::Subtract, &[size, bytes], kind);
                let before = self.code.test(Operator::UnsignedLessOrEqual, &[offset, last]);
                self.code.both(fits, before)
            }
        };
        Inside { offset, inside, alive }
    }

    fn alive(&mut self, object: ObjectId) -> Operand {
        match self.memory.objects.list[object].ended {
            Some(ended) => {
                let ended = self.load_known(&[(truth(true), ended)], BIT);
                self.code.not(ended)
            }
            None => truth(true),
        }
    }

    fn start(&mut self, object: ObjectId) -> Operand {
        match self.memory.objects.list[object].base {
            Base::Global(global) => Operand::Global(global),
            Base::Register => self.base(object),
            Base::Held(held) => self.code.read(held, Type::Pointer),
        }
    }

    fn offset(&mut self, object: ObjectId, address: Operand) -> Operand {
        let kind = Type::Integer(self.code.target.pointer_bits);
        let start = self.start(object);
        self.code.apply(Operator::Subtract, &[address, start], kind)
    }

    /// An address from its object's start: whatever is guessed, it points there.
    fn address(&mut self, object: ObjectId, offset: Operand) -> Operand {
        let start = self.start(object);
        let operator = Operator::PointerAdd { offset_bits: 0 };
        self.code.apply(operator, &[start, offset], Type::Pointer)
    }

    /// An object ends if this is true.
    pub fn end_object(&mut self, object: ObjectId, condition: Operand) {
        if let Some(ended) = self.memory.objects.list[object].ended {
            self.store_locations(&[(condition, ended)], truth(true), BIT);
        }
    }

    pub fn free(&mut self, freed: &Operand) {
        let targets = self.memory.objects.targets(self.function, freed);
        let address = self.operand(freed);
        let null = constant(0, self.code.target.pointer_bits);
        let mut valid = self.code.test(Operator::Equal, &[address, null]);
        let mut ends = Vec::new();
        for object in targets {
            if !self.memory.objects.list[object].is_on_heap() {
                continue;
            }
            let alive = self.alive(object);
            let offset = self.offset(object, address);
            let start = self.code.test(Operator::Equal, &[offset, null]);
            let this = self.code.both(start, alive);
            valid = self.code.either(valid, this);
            ends.push((object, this));
        }
        self.support_wild(freed, valid);
        self.require(valid, CheckKind::Memory, "frees what is no live object of the heap");
        for (object, this) in ends {
            self.end_object(object, this);
        }
    }

    /// The size of the live object that an address points into, 0 if there is none.
    pub fn object_size(&mut self, result: RegisterId, asked: &Operand) {
        let width = self.code.target.pointer_bits;
        let kind = Type::Integer(width);
        let targets = self.memory.objects.targets(self.function, asked);
        let address = self.operand(asked);
        let mut found = constant(0, width);
        let (mut near, mut any) = (truth(false), truth(false));
        for object in targets {
            let size = match self.memory.objects.list[object].size {
                Size::Known(size) => constant(u128::from(size), width),
                Size::Held(held) => self.code.read(held, kind),
            };
            let alive = self.alive(object);
            let offset = self.offset(object, address);
            let inside = self.code.test(Operator::UnsignedLessOrEqual, &[offset, size]);
            let this = self.code.both(inside, alive);
            found = self.code.choose(this, size, found, kind);
            any = self.code.either(any, this);
            // Far outside of its object a pointer may not look like one into it.
            let near_by = 1u128 << (width / 2 - 2);
            let moved = self.code.apply(Operator::Add, &[offset, constant(near_by, width)], kind);
            let close =
                self.code.test(Operator::UnsignedLess, &[moved, constant(2 * near_by, width)]);
            let outside = self.code.not(inside);
            let outside = self.code.both(close, outside);
            near = self.code.either(near, outside);
        }
        self.support(near, "the size of an object, of a pointer beside it");
        self.support_wild(asked, any);
        self.set(result, found);
    }

    /// A number that was made of nothing is the null pointer, or leads where a pointer at this
    /// place may lead; else it is not followed: no list of targets has what it leads to.
    fn support_wild(&mut self, address: &Operand, leads_there: Operand) {
        if self.memory.objects.abstract_value(self.function, address).wild {
            let address = self.operand(address);
            let null = constant(0, self.code.target.pointer_bits);
            let is_null = self.code.test(Operator::Equal, &[address, null]);
            let known = self.code.either(is_null, leads_there);
            let wild = self.code.not(known);
            self.support(wild, "a pointer that is an input, or was never written");
        }
    }

    /// What goes on only if this is true; else the check fails, and the thread stops.
    pub fn require(&mut self, condition: Operand, kind: CheckKind, message: &str) {
        let what = Failure::Check { kind, message: message.to_string(), cut: None };
        self.fail_unless(condition, what);
    }

    /// The thread stops if this is true, and nothing is known.
    pub(super) fn support(&mut self, condition: Operand, what: &str) {
        let fine = self.code.not(condition);
        self.fail_unless(fine, Failure::Unsupported(what.to_string()));
    }
}
