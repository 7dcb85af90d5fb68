//! What instructions do to memory, in terms of memory locations and of what stays memory.

use raddle_ir::{
    Access, CheckKind, Edge, Instruction, Operand, RegisterId, Terminator, Type, UpdateOperator,
};
use raddle_terms::Operator;

use super::access_targets::{AccessTarget, LocationSpan, access_targets};
use super::deferred_checks::Failure;
use super::locations::{MemoryAccess, bytes_of};
use super::objects::{Base, ObjectId, Size};
use super::thread::Translator;
use super::{GuardedLocation, LocationId};
use crate::code::{Code, constant, edge, plain, truth};
use crate::marks::TraceMark;

const BIT: Type = Type::Integer(1);

/// Where an access goes: at most one of the guards is true, and one is.
pub struct ResolvedAccess {
    bytes: u64,
    /// To memory, at this address.
    private: Vec<(Operand, Operand)>,
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
    pub fn resolve(&mut self, accessed: MemoryAccess) -> ResolvedAccess {
        let address = self.operand(&accessed.address);
        let found = access_targets(
            &self.memory.objects,
            &self.memory.locations,
            self.function,
            &accessed.address,
            accessed.bytes,
            accessed.writes,
        );
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
        let verb = if accessed.writes { "writes" } else { "reads" };
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

    pub fn read(&mut self, resolved: &ResolvedAccess, kind: Type) -> Operand {
        self.take(resolved, kind, true)
    }

    /// Reads; what was never written is given a value, or else is any.
    fn take(&mut self, resolved: &ResolvedAccess, kind: Type, fill: bool) -> Operand {
        let whole = (8 * resolved.bytes) as u16;
        let width = self.code.target.width(kind);
        if let (true, [(_, address)]) = (resolved.shared.is_empty(), resolved.private.as_slice()) {
            return self.code.load(*address, kind);
        }
        let mut value = self.read_spans(&resolved.shared, whole, fill);
        if width != whole {
            value = self.code.apply(Operator::Extract { low: 0, width }, &[value], kind);
        }
        for &(guard, address) in &resolved.private {
            let (memory, join) = (self.code.block(), self.code.block());
            let result = self.code.parameter(join, kind);
            let (then, otherwise) = (edge(memory), Edge { target: join, arguments: vec![value] });
            self.code.close(Terminator::Branch { condition: guard, then, otherwise });
            self.code.go_to(memory);
            let loaded = self.code.load(address, kind);
            self.jump_with(join, loaded);
            self.code.go_to(join);
            value = result;
        }
        value
    }

    fn read_spans(&mut self, spans: &[(Operand, LocationSpan)], whole: u16, fill: bool) -> Operand {
        let kind = Type::Integer(whole);
        let single: Vec<(Operand, LocationId)> = spans
            .iter()
            .filter_map(|(guard, span)| match span.locations.as_slice() {
                [only] => Some((*guard, *only)),
                _ => None,
            })
            .collect();
        let mut value = match single.is_empty() {
            true => None,
            false => Some(self.load_locations(&single, kind, fill)),
        };
        for (guard, span) in spans.iter().filter(|(_, span)| span.locations.len() > 1) {
            let mut joined: Option<(Operand, u16)> = None;
            for &location in &span.locations {
                let width = (8 * self.memory.locations[location].bytes) as u16;
                let loaded = self.load_locations(&[(*guard, location)], Type::Integer(width), fill);
                joined = Some(match joined {
                    None => (loaded, width),
                    Some((low, below)) => {
                        let kind = Type::Integer(below + width);
                        (self.code.apply(Operator::Concat, &[loaded, low], kind), below + width)
                    }
                });
            }
            let Some((joined, _)) = joined else { continue };
            value = Some(match value {
                Some(other) => self.code.choose(*guard, joined, other, kind),
                None => joined,
            });
        }
        value.unwrap_or_else(|| constant(0, whole))
    }

    /// Writes if the condition is true.
    pub fn write(
        &mut self,
        resolved: &ResolvedAccess,
        value: Operand,
        kind: Type,
        condition: Operand,
    ) {
        let whole = (8 * resolved.bytes) as u16;
        if !resolved.shared.is_empty() {
            let raw = match self.code.target.width(kind) == whole {
                true => value,
                false => {
                    let operator = Operator::ZeroExtend(whole);
                    self.code.apply(operator, &[value], Type::Integer(whole))
                }
            };
            self.write_spans(resolved, raw, whole, condition);
        }
        self.write_memory(resolved, value, kind, condition);
    }

    fn write_memory(
        &mut self,
        resolved: &ResolvedAccess,
        value: Operand,
        kind: Type,
        condition: Operand,
    ) {
        let only = resolved.shared.is_empty() && resolved.private.len() == 1;
        for &(guard, address) in &resolved.private {
            let guard = if only { condition } else { self.code.both(guard, condition) };
            if guard == truth(true) {
                self.code.store(address, value, kind);
                continue;
            }
            let (memory, join) = (self.code.block(), self.code.block());
            self.code.branch(guard, memory, join);
            self.code.go_to(memory);
            self.code.store(address, value, kind);
            self.code.jump(join);
            self.code.go_to(join);
        }
    }

    fn write_spans(
        &mut self,
        resolved: &ResolvedAccess,
        raw: Operand,
        whole: u16,
        condition: Operand,
    ) {
        let mut single = Vec::new();
        for (guard, span) in &resolved.shared {
            let guard = self.code.both(*guard, condition);
            if let [only] = span.locations.as_slice() {
                single.push((guard, *only));
                continue;
            }
            let mut low = 0;
            for &location in &span.locations {
                let width = (8 * self.memory.locations[location].bytes) as u16;
                let kind = Type::Integer(width);
                let extracted = self.code.apply(Operator::Extract { low, width }, &[raw], kind);
                self.store_locations(&[(guard, location)], extracted, kind);
                low += width;
            }
        }
        if !single.is_empty() {
            self.store_locations(&single, raw, Type::Integer(whole));
        }
    }

    /// The value of the location whose guard is true; one that was never written is
    /// given one, if that is wanted.
    fn load_locations(
        &mut self,
        choices: &[(Operand, LocationId)],
        kind: Type,
        fill: bool,
    ) -> Operand {
        let (flags, locations): (Vec<_>, Vec<_>) = choices
            .iter()
            .filter_map(|&(guard, location)| {
                Some(((guard, self.memory.locations[location].empty?), (guard, location)))
            })
            .unzip();
        if fill && !flags.is_empty() {
            let empty = self.is_any(&flags);
            let (fill, join) = (self.code.block(), self.code.block());
            self.code.branch(empty, fill, join);
            self.code.go_to(fill);
            self.build.mark(&mut self.code, TraceMark::Value { slot: self.slot });
            let value = self.code.nondet(kind, "never written");
            self.store_known(&locations, value, kind);
            self.store_known(&flags, truth(false), BIT);
            self.code.jump(join);
            self.code.go_to(join);
        }
        self.load_known(choices, kind)
    }

    /// Whether the bit whose guard is true is set.
    fn is_any(&mut self, bits: &[(Operand, LocationId)]) -> Operand {
        if bits.is_empty() {
            return truth(false);
        }
        let mut any = truth(false);
        for &(guard, _) in bits {
            any = self.code.either(any, guard);
        }
        let set = self.load_known(bits, BIT);
        self.code.both(any, set)
    }

    fn store_locations(&mut self, choices: &[(Operand, LocationId)], value: Operand, kind: Type) {
        self.store_known(choices, value, kind);
        let flags = self.flags(choices);
        if !flags.is_empty() {
            self.store_known(&flags, truth(false), BIT);
        }
    }

    /// The bits that say which of the locations were never written.
    fn flags(&self, choices: &[(Operand, LocationId)]) -> Vec<(Operand, LocationId)> {
        let flag = |&(guard, location): &(Operand, LocationId)| {
            Some((guard, self.memory.locations[location].empty?))
        };
        choices.iter().filter_map(flag).collect()
    }

    fn load_known(&mut self, choices: &[(Operand, LocationId)], kind: Type) -> Operand {
        let mut asked = Vec::new();
        let mut value: Option<Operand> = None;
        for &(guard, location) in choices {
            let location = &self.memory.locations[location];
            match (location.own, location.guessed) {
                (Some(own), _) if location.known_to.contains(&self.slot) => {
                    let held = self.code.read(own, kind);
                    value = Some(match value {
                        Some(other) => self.code.choose(guard, held, other, kind),
                        None => held,
                    });
                }
                (_, Some(location)) => asked.push(GuardedLocation { guard, location }),
                (_, None) => {}
            }
        }
        if !asked.is_empty() {
            let guessed = self.ask(|scheme, at| scheme.load(at, &asked));
            value = Some(match value {
                None => guessed,
                Some(held) => {
                    let mut any = truth(false);
                    for choice in &asked {
                        any = self.code.either(any, choice.guard);
                    }
                    self.code.choose(any, guessed, held, kind)
                }
            });
        }
        value.unwrap_or_else(|| constant(0, self.code.target.width(kind)))
    }

    fn store_known(&mut self, choices: &[(Operand, LocationId)], value: Operand, kind: Type) {
        let mut told = Vec::new();
        for &(guard, location) in choices {
            let location = &self.memory.locations[location];
            if let Some(own) = location.own {
                let value = match guard == truth(true) {
                    true => value,
                    false => {
                        let old = self.code.read(own, kind);
                        self.code.choose(guard, value, old, kind)
                    }
                };
                self.code.write(own, value, kind);
            }
            if let Some(location) = location.guessed {
                told.push(GuardedLocation { guard, location });
            }
        }
        if !told.is_empty() {
            self.ask(|scheme, at| scheme.store(at, &told, value));
        }
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

    pub fn update(
        &mut self,
        result: RegisterId,
        operator: UpdateOperator,
        value: Operand,
        accessed: MemoryAccess,
        access: &Access,
    ) {
        let resolved = self.resolve(accessed);
        let old = self.read(&resolved, access.kind);
        let new = self.updated(operator, old, value, access.kind);
        self.write(&resolved, new, access.kind, truth(true));
        self.set(result, old);
    }

    fn updated(
        &mut self,
        operator: UpdateOperator,
        old: Operand,
        value: Operand,
        kind: Type,
    ) -> Operand {
        let mut plain = |operator| self.code.apply(operator, &[old, value], kind);
        let comparison = match operator {
            UpdateOperator::Exchange => return value,
            UpdateOperator::Add => return plain(Operator::Add),
            UpdateOperator::Subtract => return plain(Operator::Subtract),
            UpdateOperator::And => return plain(Operator::And),
            UpdateOperator::Or => return plain(Operator::Or),
            UpdateOperator::Xor => return plain(Operator::Xor),
            UpdateOperator::Nand => {
                let both = plain(Operator::And);
                return self.code.apply(Operator::Not, &[both], kind);
            }
            UpdateOperator::SignedMaximum | UpdateOperator::SignedMinimum => Operator::SignedLess,
            UpdateOperator::UnsignedMaximum | UpdateOperator::UnsignedMinimum => {
                Operator::UnsignedLess
            }
        };
        let less = self.code.test(comparison, &[old, value]);
        match operator {
            UpdateOperator::SignedMinimum | UpdateOperator::UnsignedMinimum => {
                self.code.choose(less, old, value, kind)
            }
            UpdateOperator::Exchange
            | UpdateOperator::Add
            | UpdateOperator::Subtract
            | UpdateOperator::And
            | UpdateOperator::Nand
            | UpdateOperator::Or
            | UpdateOperator::Xor
            | UpdateOperator::SignedMaximum
            | UpdateOperator::UnsignedMaximum => self.code.choose(less, value, old, kind),
        }
    }

    /// Moves an element, also one that was never written.
    pub fn copy(&mut self, from: MemoryAccess, to: MemoryAccess, access: &Access) {
        let (source, target) = (self.resolve(from), self.resolve(to));
        if let (true, true, [(_, from)], [(_, to)]) = (
            source.shared.is_empty(),
            target.shared.is_empty(),
            source.private.as_slice(),
            target.private.as_slice(),
        ) {
            let access = plain(access.kind);
            self.code.add(Instruction::Copy { to: *to, from: *from, access });
            return;
        }
        let kind = Type::Integer((8 * bytes_of(*access, self.code.target)) as u16);
        let (empty, partly) = (self.empty(&source), self.partly_empty(&source));
        self.support(partly, "a copy of something that was written only in part");
        let value = self.take(&source, kind, false);
        self.write_spans(&target, value, (8 * target.bytes) as u16, truth(true));
        if empty == truth(false) {
            return self.write_memory(&target, value, kind, truth(true));
        }
        for (guard, span) in &target.shared {
            let guard = self.code.both(*guard, empty);
            let locations: Vec<_> =
                span.locations.iter().map(|location| (guard, *location)).collect();
            for flag in self.flags(&locations) {
                self.store_known(&[flag], truth(true), BIT);
            }
        }
        let full = self.code.not(empty);
        self.write_memory(&target, value, kind, full);
        self.write_memory(&target, Operand::Undefined(kind), kind, empty);
    }

    /// Whether what is accessed was never written.
    fn empty(&mut self, resolved: &ResolvedAccess) -> Operand {
        let single =
            resolved.shared.iter().filter_map(|(guard, span)| match span.locations.as_slice() {
                [only] => Some((*guard, *only)),
                _ => None,
            });
        let single: Vec<_> = single.collect();
        let flags = self.flags(&single);
        self.is_any(&flags)
    }

    /// Whether it has several locations, some of which were never written.
    fn partly_empty(&mut self, resolved: &ResolvedAccess) -> Operand {
        let mut any = truth(false);
        for (guard, span) in resolved.shared.iter().filter(|(_, span)| span.locations.len() > 1) {
            let locations: Vec<_> =
                span.locations.iter().map(|location| (*guard, *location)).collect();
            for flag in self.flags(&locations) {
                let empty = self.is_any(&[flag]);
                any = self.code.either(any, empty);
            }
        }
        any
    }

    /// A number that was made of nothing is the null pointer, or leads where a pointer at this
    /// place may lead; else it is not followed: no list of targets has what it leads to.
    fn support_wild(&mut self, address: &Operand, leads_there: Operand) {
        let abstract_value = self
            .memory
            .objects
            .abstract_values
            .get(&self.function)
            .map(|abstract_values| abstract_values.of(address));
        if abstract_value.is_some_and(|abstract_value| abstract_value.wild) {
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
