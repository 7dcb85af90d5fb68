//! What instructions do to memory, in terms of parts and of what stays memory.

use raddle_ir::{Access, CheckKind, Instruction, Operand, RegisterId, Type, UpdateOperator};
use raddle_terms::Operator;

use super::errors::What;
use super::objects::{Base, ObjectId, Size};
use super::parts::{Touch, bytes_of};
use super::reach::{Reach, Spot, reach};
use super::thread::Translator;
use super::{Choice, PartId};
use crate::code::{constant, plain, truth};
use crate::marks::Mark;

const BIT: Type = Type::Integer(1);

/// Where an access goes: at most one of the guards is true, and one is.
pub struct Aim {
    address: Operand,
    bytes: u64,
    /// To memory, if this is true.
    private: Operand,
    shared: Vec<(Operand, Spot)>,
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
        let mut aim =
            Aim { address, bytes: touch.bytes, private: truth(false), shared: Vec::new() };
        let (mut valid, mut misfit) = (truth(false), truth(false));
        for each in found {
            let object = self.inside(&each, address, touch.bytes);
            let selected = self.code.both(object.inside, object.alive);
            valid = self.code.either(valid, selected);
            if !self.shared.objects.list[each.object].shared {
                aim.private = self.code.either(aim.private, selected);
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
                let ended = self.load_parts(&[(truth(true), ended)], BIT);
                self.code.not(ended)
            }
            None => truth(true),
        }
    }

    fn distance(&mut self, object: ObjectId, address: Operand) -> Operand {
        let kind = Type::Integer(self.code.target.pointer_bits);
        let base = match self.shared.objects.list[object].base {
            Base::Global(global) => Operand::Global(global),
            Base::Register => self.base(object),
            Base::Held(held) => self.code.read(held, Type::Pointer),
        };
        self.code.apply(Operator::Subtract, &[address, base], kind)
    }

    pub fn read(&mut self, aim: &Aim, kind: Type) -> Operand {
        if aim.shared.is_empty() {
            return self.code.load(aim.address, kind);
        }
        let whole = (8 * aim.bytes) as u16;
        let value = self.read_spots(&aim.shared, whole);
        let width = self.code.target.width(kind);
        let value = match width == whole {
            true => value,
            false => self.code.apply(Operator::Extract { low: 0, width }, &[value], kind),
        };
        if aim.private == truth(false) {
            return value;
        }
        let (memory, parts, join) = (self.code.block(), self.code.block(), self.code.block());
        let result = self.code.parameter(join, kind);
        self.code.branch(aim.private, memory, parts);
        self.code.go_to(memory);
        let loaded = self.code.load(aim.address, kind);
        self.jump_with(join, loaded);
        self.code.go_to(parts);
        self.jump_with(join, value);
        self.code.go_to(join);
        result
    }

    fn read_spots(&mut self, spots: &[(Operand, Spot)], whole: u16) -> Operand {
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
            false => Some(self.load_parts(&single, kind)),
        };
        for (guard, spot) in spots.iter().filter(|(_, spot)| spot.parts.len() > 1) {
            let mut joined: Option<(Operand, u16)> = None;
            for &part in &spot.parts {
                let width = (8 * self.shared.parts[part].bytes) as u16;
                let piece = self.load_parts(&[(*guard, part)], Type::Integer(width));
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
            let raw = match value {
                // What was never written may be anything.
                Operand::Undefined(_) => self.code.nondet(Type::Integer(whole), "never written"),
                _ if self.code.target.width(kind) == whole => value,
                _ => self.code.apply(Operator::ZeroExtend(whole), &[value], Type::Integer(whole)),
            };
            self.write_spots(aim, raw, whole, condition);
        }
        let private = self.code.both(aim.private, condition);
        if aim.shared.is_empty() && condition == truth(true) {
            self.code.store(aim.address, value, kind);
        } else if private != truth(false) {
            let (memory, join) = (self.code.block(), self.code.block());
            self.code.branch(private, memory, join);
            self.code.go_to(memory);
            self.code.store(aim.address, value, kind);
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
    /// given one.
    fn load_parts(&mut self, choices: &[(Operand, PartId)], kind: Type) -> Operand {
        let unsure: Vec<(Operand, PartId, PartId)> = choices
            .iter()
            .filter_map(|&(guard, part)| Some((guard, part, self.shared.parts[part].written?)))
            .collect();
        if !unsure.is_empty() {
            let flags: Vec<_> = unsure.iter().map(|&(guard, _, flag)| (guard, flag)).collect();
            let parts: Vec<_> = unsure.iter().map(|&(guard, part, _)| (guard, part)).collect();
            let mut empty = truth(false);
            for &(guard, _) in &parts {
                empty = self.code.either(empty, guard);
            }
            let written = self.load_known(&flags, BIT);
            let unwritten = self.code.not(written);
            empty = self.code.both(empty, unwritten);
            let (fill, join) = (self.code.block(), self.code.block());
            self.code.branch(empty, fill, join);
            self.code.go_to(fill);
            self.build.mark(&mut self.code, Mark::Value { slot: self.slot });
            let value = self.code.nondet(kind, "never written");
            self.store_known(&parts, value, kind);
            self.store_known(&flags, truth(true), BIT);
            self.code.jump(join);
            self.code.go_to(join);
        }
        self.load_known(choices, kind)
    }

    fn store_parts(&mut self, choices: &[(Operand, PartId)], value: Operand, kind: Type) {
        self.store_known(choices, value, kind);
        let flags: Vec<(Operand, PartId)> = choices
            .iter()
            .filter_map(|&(guard, part)| Some((guard, self.shared.parts[part].written?)))
            .collect();
        if !flags.is_empty() {
            self.store_known(&flags, truth(true), BIT);
        }
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

    pub fn free(&mut self, address: &Operand) {
        let targets = self.shared.objects.targets(self.function, address);
        let address = self.operand(address);
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
        self.require(valid, CheckKind::Memory, "frees what is no live object of the heap");
        for (object, this) in ends {
            self.end_object(object, this);
        }
    }

    /// The size of the live object that an address points into, 0 if there is none.
    pub fn object_size(&mut self, result: RegisterId, address: &Operand) {
        let width = self.code.target.pointer_bits;
        let kind = Type::Integer(width);
        let targets = self.shared.objects.targets(self.function, address);
        let address = self.operand(address);
        let mut found = constant(0, width);
        let mut near = truth(false);
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

    /// Moves an element; within private memory also one that was never written.
    pub fn copy(&mut self, from: Touch, to: Touch, access: &Access) {
        let (source, target) = (self.aim(from), self.aim(to));
        if source.shared.is_empty() && target.shared.is_empty() {
            let (to, from) = (target.address, source.address);
            self.code.add(Instruction::Copy { to, from, access: plain(access.kind) });
            return;
        }
        let kind = Type::Integer((8 * bytes_of(*access, self.code.target)) as u16);
        let value = self.read(&source, kind);
        self.write(&target, value, kind, truth(true));
    }

    /// What goes on only if this is true; else the check fails, and the thread stops.
    pub fn require(&mut self, condition: Operand, kind: CheckKind, message: &str) {
        let what = What::Check { kind, message: message.to_string(), cut: None };
        self.fail_unless(condition, what);
    }

    /// The thread stops if this is true, and nothing is known.
    fn support(&mut self, condition: Operand, what: &str) {
        let fine = self.code.not(condition);
        self.fail_unless(fine, What::Unsupported(what.to_string()));
    }
}
