//! What instructions do to memory, in terms of memory locations and of what stays memory.

use raddle_ir::{Access, Edge, Instruction, Operand, RegisterId, Terminator, Type, UpdateOperator};
use raddle_terms::Operator;

use super::access_targets::LocationSpan;
use super::addresses::ResolvedAccess;
use super::thread::Translator;
use super::{GuardedLocation, LocationId};
use crate::code::{BIT, constant, edge, plain, truth};
use crate::marks::TraceMark;
use crate::memory_accesses::{ByteAccess, bytes_of};

impl Translator<'_> {
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
            let join = self.code.begin_if(guard);
            self.code.store(address, value, kind);
            self.code.end_if(join);
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
            let join = self.code.begin_if(empty);
            self.build.mark(&mut self.code, TraceMark::Value { slot: self.slot });
            let value = self.code.nondet(kind, "never written");
            self.store_known(&locations, value, kind);
            self.store_known(&flags, truth(false), BIT);
            self.code.end_if(join);
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

    pub(super) fn store_locations(
        &mut self,
        choices: &[(Operand, LocationId)],
        value: Operand,
        kind: Type,
    ) {
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

    pub(super) fn load_known(&mut self, choices: &[(Operand, LocationId)], kind: Type) -> Operand {
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

    pub fn update(
        &mut self,
        result: RegisterId,
        operator: UpdateOperator,
        value: Operand,
        accessed: ByteAccess,
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
    pub fn copy(&mut self, from: ByteAccess, to: ByteAccess, access: &Access) {
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
}
