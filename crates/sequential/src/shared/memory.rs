//! What instructions do to memory, in terms of parts and of what stays memory.

use raddle_ir::{
    Access, CheckKind, Edge, Instruction, Operand, RegisterId, Terminator, Type, UpdateOperator,
};
use raddle_terms::Operator;

use super::errors::What;
use super::objects::{Base, ObjectId, Size};
use super::parts::{Touch, bytes_of};
use super::reach::{Reach, Spot, reach};
use super::thread::Translator;
use super::{Choice, PartId};
use crate::code::{Code, constant, edge, plain, truth};
use crate::marks::TraceMark;

const BIT: Type = Type::Integer(1);

/// Where an access goes: at most one of the guards is true, and one is.
pub struct Aim {
    bytes: u64,
    /// To memory, at this address.
    private: Vec<(Operand, Operand)>,
    pub(super) shared: Vec<(Operand, Spot)>,
}

impl Aim {
    /// Whether it goes to shared memory.
    pub fn is_shared(&self, code: &mut Code) -> Operand {
        self.shared.iter().fold(truth(false), |any, (guard, _)| code.either(any, *guard))
    }
}

/// Which object an address means.
struct Inside {
    /// Bytes from the object's start, if it is this object.
    distance: Operand,
    inside: Operand,
    alive: Operand,
}

impl Translator<'_> {
    /// Finds out where an access goes; the thread stops if it goes nowhere.
    pub fn aim(&mut self, touch: Touch) -> Aim {
        let address = self.operand(&touch.address);
        let found = reach(
            &self.shared.objects,
            &self.shared.parts,
            self.function,
            &touch.address,
            touch.bytes,
            touch.writes,
        );
        let mut aim = Aim { bytes: touch.bytes, private: Vec::new(), shared: Vec::new() };
        let (mut valid, mut misfit) = (truth(false), truth(false));
        let mut direct = truth(false);
        for each in found {
            let object = self.inside(&each, address, touch.bytes);
            let selected = self.code.both(object.inside, object.alive);
            valid = self.code.either(valid, selected);
            if !self.shared.objects.list[each.object].shared {
                match each.rooted {
                    true => direct = self.code.either(direct, selected),
                    false => {
                        let address = self.address(each.object, object.distance);
                        aim.private.push((selected, address));
                    }
                }
                continue;
            }
            let mut fits = truth(false);
            for spot in each.spots {
                let here = match each.known {
                    Some(_) => object.inside,
                    None => {
                        let start = constant(u128::from(spot.start), self.code.target.pointer_bits);
                        self.code.test(Operator::Equal, &[object.distance, start])
                    }
                };
                fits = self.code.either(fits, here);
                let guard = self.code.both(here, object.alive);
                aim.shared.push((guard, spot));
            }
            let unfit = self.code.not(fits);
            let unfit = self.code.both(object.inside, unfit);
            misfit = self.code.either(misfit, unfit);
        }
        if direct != truth(false) {
            aim.private.push((direct, address));
        }
        self.support_wild(&touch.address, valid);
        let verb = if touch.writes { "writes" } else { "reads" };
        self.require(valid, CheckKind::Memory, &format!("{verb} memory that is not there"));
        self.support(misfit, "an access of shared memory that does not fit its elements");
        aim
    }

    /// The conditions under which an address is that many bytes of an object.
    fn inside(&mut self, reach: &Reach, address: Operand, bytes: u64) -> Inside {
        let alive = self.alive(reach.object);
        let width = self.code.target.pointer_bits;
        let held = matches!(self.shared.objects.list[reach.object].size, Size::Held(_));
        if let (Some(known), true, false) = (reach.known, reach.certain, held) {
            let distance = constant(u128::from(known), width);
            return Inside { distance, inside: truth(true), alive };
        }
        let distance = self.distance(reach.object, address);
        let inside = match self.shared.objects.list[reach.object].size {
            Size::Known(size) if reach.known.is_some() || size == bytes => {
                let known = constant(u128::from(reach.known.unwrap_or(0)), width);
                self.code.test(Operator::Equal, &[distance, known])
            }
            Size::Known(size) => {
                let last = constant(u128::from(size.saturating_sub(bytes)), width);
                self.code.test(Operator::UnsignedLessOrEqual, &[distance, last])
            }
            Size::Held(held) => {
                let size = self.code.read(held, Type::Integer(width));
                let bytes = constant(u128::from(bytes), width);
                let fits = self.code.test(Operator::UnsignedLessOrEqual, &[bytes, size]);
                let kind = Type::Integer(width);
                let last = self.code.apply(Operator::Subtract, &[size, bytes], kind);
                let before = self.code.test(Operator::UnsignedLessOrEqual, &[distance, last]);
                self.code.both(fits, before)
            }
        };
        Inside { distance, inside, alive }
    }

    fn alive(&mut self, object: ObjectId) -> Operand {
        match self.shared.objects.list[object].ended {
            Some(ended) => {
                let ended = self.load_known(&[(truth(true), ended)], BIT);
                self.code.not(ended)
            }
            None => truth(true),
        }
    }

    fn start(&mut self, object: ObjectId) -> Operand {
        match self.shared.objects.list[object].base {
            Base::Global(global) => Operand::Global(global),
            Base::Register => self.base(object),
            Base::Held(held) => self.code.read(held, Type::Pointer),
        }
    }

    fn distance(&mut self, object: ObjectId, address: Operand) -> Operand {
        let kind = Type::Integer(self.code.target.pointer_bits);
        let start = self.start(object);
        self.code.apply(Operator::Subtract, &[address, start], kind)
    }

    /// An address from its object's start: whatever is guessed, it points there.
    fn address(&mut self, object: ObjectId, distance: Operand) -> Operand {
        let start = self.start(object);
        let operator = Operator::PointerAdd { offset_bits: 0 };
        self.code.apply(operator, &[start, distance], Type::Pointer)
    }

    pub fn read(&mut self, aim: &Aim, kind: Type) -> Operand {
        self.take(aim, kind, true)
    }

    /// Reads; what was never written is given a value, or else is any.
    fn take(&mut self, aim: &Aim, kind: Type, fill: bool) -> Operand {
        let whole = (8 * aim.bytes) as u16;
        let width = self.code.target.width(kind);
        if let (true, [(_, address)]) = (aim.shared.is_empty(), aim.private.as_slice()) {
            return self.code.load(*address, kind);
        }
        let mut value = self.read_spots(&aim.shared, whole, fill);
        if width != whole {
            value = self.code.apply(Operator::Extract { low: 0, width }, &[value], kind);
        }
        for &(guard, address) in &aim.private {
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

    fn read_spots(&mut self, spots: &[(Operand, Spot)], whole: u16, fill: bool) -> Operand {
        let kind = Type::Integer(whole);
        let single: Vec<(Operand, PartId)> = spots
            .iter()
            .filter_map(|(guard, spot)| match spot.parts.as_slice() {
                [only] => Some((*guard, *only)),
                _ => None,
            })
            .collect();
        let mut value = match single.is_empty() {
            true => None,
            false => Some(self.load_parts(&single, kind, fill)),
        };
        for (guard, spot) in spots.iter().filter(|(_, spot)| spot.parts.len() > 1) {
            let mut joined: Option<(Operand, u16)> = None;
            for &part in &spot.parts {
                let width = (8 * self.shared.parts[part].bytes) as u16;
                let piece = self.load_parts(&[(*guard, part)], Type::Integer(width), fill);
                joined = Some(match joined {
                    None => (piece, width),
                    Some((low, below)) => {
                        let kind = Type::Integer(below + width);
                        (self.code.apply(Operator::Concat, &[piece, low], kind), below + width)
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
    pub fn write(&mut self, aim: &Aim, value: Operand, kind: Type, condition: Operand) {
        let whole = (8 * aim.bytes) as u16;
        if !aim.shared.is_empty() {
            let raw = match self.code.target.width(kind) == whole {
                true => value,
                false => {
                    let operator = Operator::ZeroExtend(whole);
                    self.code.apply(operator, &[value], Type::Integer(whole))
                }
            };
            self.write_spots(aim, raw, whole, condition);
        }
        self.write_memory(aim, value, kind, condition);
    }

    fn write_memory(&mut self, aim: &Aim, value: Operand, kind: Type, condition: Operand) {
        let only = aim.shared.is_empty() && aim.private.len() == 1;
        for &(guard, address) in &aim.private {
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

    fn write_spots(&mut self, aim: &Aim, raw: Operand, whole: u16, condition: Operand) {
        let mut single = Vec::new();
        for (guard, spot) in &aim.shared {
            let guard = self.code.both(*guard, condition);
            if let [only] = spot.parts.as_slice() {
                single.push((guard, *only));
                continue;
            }
            let mut low = 0;
            for &part in &spot.parts {
                let width = (8 * self.shared.parts[part].bytes) as u16;
                let kind = Type::Integer(width);
                let piece = self.code.apply(Operator::Extract { low, width }, &[raw], kind);
                self.store_parts(&[(guard, part)], piece, kind);
                low += width;
            }
        }
        if !single.is_empty() {
            self.store_parts(&single, raw, Type::Integer(whole));
        }
    }

    /// The value of the part whose guard is true; one that was never written is
    /// given one, if that is wanted.
    fn load_parts(&mut self, choices: &[(Operand, PartId)], kind: Type, fill: bool) -> Operand {
        let (flags, parts): (Vec<_>, Vec<_>) = choices
            .iter()
            .filter_map(|&(guard, part)| {
                Some(((guard, self.shared.parts[part].empty?), (guard, part)))
            })
            .unzip();
        if fill && !flags.is_empty() {
            let empty = self.is_any(&flags);
            let (fill, join) = (self.code.block(), self.code.block());
            self.code.branch(empty, fill, join);
            self.code.go_to(fill);
            self.build.mark(&mut self.code, TraceMark::Value { slot: self.slot });
            let value = self.code.nondet(kind, "never written");
            self.store_known(&parts, value, kind);
            self.store_known(&flags, truth(false), BIT);
            self.code.jump(join);
            self.code.go_to(join);
        }
        self.load_known(choices, kind)
    }

    /// Whether the bit whose guard is true is set.
    fn is_any(&mut self, bits: &[(Operand, PartId)]) -> Operand {
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

    fn store_parts(&mut self, choices: &[(Operand, PartId)], value: Operand, kind: Type) {
        self.store_known(choices, value, kind);
        let flags = self.flags(choices);
        if !flags.is_empty() {
            self.store_known(&flags, truth(false), BIT);
        }
    }

    /// The bits that say which of the parts were never written.
    fn flags(&self, choices: &[(Operand, PartId)]) -> Vec<(Operand, PartId)> {
        let flag =
            |&(guard, part): &(Operand, PartId)| Some((guard, self.shared.parts[part].empty?));
        choices.iter().filter_map(flag).collect()
    }

    fn load_known(&mut self, choices: &[(Operand, PartId)], kind: Type) -> Operand {
        let mut asked = Vec::new();
        let mut value: Option<Operand> = None;
        for &(guard, part) in choices {
            let part = &self.shared.parts[part];
            match (part.own, part.kept) {
                (Some(own), _) if part.known_to.contains(&self.slot) => {
                    let held = self.code.read(own, kind);
                    value = Some(match value {
                        Some(other) => self.code.choose(guard, held, other, kind),
                        None => held,
                    });
                }
                (_, Some(cell)) => asked.push(Choice { guard, cell }),
                (_, None) => {}
            }
        }
        if !asked.is_empty() {
            let kept = self.ask(|scheme, at| scheme.load(at, &asked));
            value = Some(match value {
                None => kept,
                Some(held) => {
                    let mut any = truth(false);
                    for choice in &asked {
                        any = self.code.either(any, choice.guard);
                    }
                    self.code.choose(any, kept, held, kind)
                }
            });
        }
        value.unwrap_or_else(|| constant(0, self.code.target.width(kind)))
    }

    fn store_known(&mut self, choices: &[(Operand, PartId)], value: Operand, kind: Type) {
        let mut told = Vec::new();
        for &(guard, part) in choices {
            let part = &self.shared.parts[part];
            if let Some(own) = part.own {
                let value = match guard == truth(true) {
                    true => value,
                    false => {
                        let old = self.code.read(own, kind);
                        self.code.choose(guard, value, old, kind)
                    }
                };
                self.code.write(own, value, kind);
            }
            if let Some(cell) = part.kept {
                told.push(Choice { guard, cell });
            }
        }
        if !told.is_empty() {
            self.ask(|scheme, at| scheme.store(at, &told, value));
        }
    }

    /// An object ends if this is true.
    pub fn end_object(&mut self, object: ObjectId, condition: Operand) {
        if let Some(ended) = self.shared.objects.list[object].ended {
            self.store_parts(&[(condition, ended)], truth(true), BIT);
        }
    }

    pub fn free(&mut self, freed: &Operand) {
        let targets = self.shared.objects.targets(self.function, freed);
        let address = self.operand(freed);
        let null = constant(0, self.code.target.pointer_bits);
        let mut valid = self.code.test(Operator::Equal, &[address, null]);
        let mut ends = Vec::new();
        for object in targets {
            if !self.shared.objects.list[object].is_on_heap() {
                continue;
            }
            let alive = self.alive(object);
            let distance = self.distance(object, address);
            let start = self.code.test(Operator::Equal, &[distance, null]);
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
        let targets = self.shared.objects.targets(self.function, asked);
        let address = self.operand(asked);
        let mut found = constant(0, width);
        let (mut near, mut any) = (truth(false), truth(false));
        for object in targets {
            let size = match self.shared.objects.list[object].size {
                Size::Known(size) => constant(u128::from(size), width),
                Size::Held(held) => self.code.read(held, kind),
            };
            let alive = self.alive(object);
            let distance = self.distance(object, address);
            let inside = self.code.test(Operator::UnsignedLessOrEqual, &[distance, size]);
            let this = self.code.both(inside, alive);
            found = self.code.choose(this, size, found, kind);
            any = self.code.either(any, this);
            // Far outside of its object a pointer may not look like one into it.
            let reach = 1u128 << (width / 2 - 2);
            let moved = self.code.apply(Operator::Add, &[distance, constant(reach, width)], kind);
            let close =
                self.code.test(Operator::UnsignedLess, &[moved, constant(2 * reach, width)]);
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
        touch: Touch,
        access: &Access,
    ) {
        let aim = self.aim(touch);
        let old = self.read(&aim, access.kind);
        let new = self.updated(operator, old, value, access.kind);
        self.write(&aim, new, access.kind, truth(true));
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
    pub fn copy(&mut self, from: Touch, to: Touch, access: &Access) {
        let (source, target) = (self.aim(from), self.aim(to));
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
        let (empty, pieces) = (self.empty(&source), self.empty_piece(&source));
        self.support(pieces, "a copy of something that was written only in part");
        let value = self.take(&source, kind, false);
        self.write_spots(&target, value, (8 * target.bytes) as u16, truth(true));
        if empty == truth(false) {
            return self.write_memory(&target, value, kind, truth(true));
        }
        for (guard, spot) in &target.shared {
            let guard = self.code.both(*guard, empty);
            let parts: Vec<_> = spot.parts.iter().map(|part| (guard, *part)).collect();
            for flag in self.flags(&parts) {
                self.store_known(&[flag], truth(true), BIT);
            }
        }
        let full = self.code.not(empty);
        self.write_memory(&target, value, kind, full);
        self.write_memory(&target, Operand::Undefined(kind), kind, empty);
    }

    /// Whether what is aimed at was never written.
    fn empty(&mut self, aim: &Aim) -> Operand {
        let single = aim.shared.iter().filter_map(|(guard, spot)| match spot.parts.as_slice() {
            [only] => Some((*guard, *only)),
            _ => None,
        });
        let single: Vec<_> = single.collect();
        let flags = self.flags(&single);
        self.is_any(&flags)
    }

    /// Whether it has several parts, some of which were never written.
    fn empty_piece(&mut self, aim: &Aim) -> Operand {
        let mut any = truth(false);
        for (guard, spot) in aim.shared.iter().filter(|(_, spot)| spot.parts.len() > 1) {
            let parts: Vec<_> = spot.parts.iter().map(|part| (*guard, *part)).collect();
            for flag in self.flags(&parts) {
                let empty = self.is_any(&[flag]);
                any = self.code.either(any, empty);
            }
        }
        any
    }

    /// A number that was made of nothing is the null pointer, or leads where a pointer at this
    /// place may lead; else it is not followed: no list of targets has what it leads to.
    fn support_wild(&mut self, address: &Operand, leads_there: Operand) {
        let shape = self.shared.objects.shapes.get(&self.function).map(|shapes| shapes.of(address));
        if shape.is_some_and(|shape| shape.wild) {
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
        let what = What::Check { kind, message: message.to_string(), cut: None };
        self.fail_unless(condition, what);
    }

    /// The thread stops if this is true, and nothing is known.
    pub(super) fn support(&mut self, condition: Operand, what: &str) {
        let fine = self.code.not(condition);
        self.fail_unless(fine, What::Unsupported(what.to_string()));
    }
}
