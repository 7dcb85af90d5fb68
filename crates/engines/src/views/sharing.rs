//! For `raddle show shared` and `show locks`: what threads share, who touches it where and under
//! which locks, and what nothing keeps apart; as the engine `modular` sees it.

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::{CheckKind, Origin as Writer};
use raddle_modular::kinds::{KindId, Signature};
use raddle_modular::races::Race;
use raddle_modular::span::Span;
use raddle_modular::{Analysis, analyse};
use raddle_passes::{Place, Ready};
use raddle_semantics::Selected;

use crate::views::names::Names;

pub struct SharingView<'a> {
    ready: &'a Ready,
    analysis: Analysis<'a>,
}

/// An access, as it is listed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    place: Place,
    verb: &'static str,
    by: String,
    under: String,
}

impl<'a> SharingView<'a> {
    pub fn new(ready: &'a Ready) -> SharingView<'a> {
        let selected: Selected = [CheckKind::Race].into_iter().collect();
        SharingView { ready, analysis: analyse(ready, selected, &mut || true) }
    }

    fn names(&self) -> Names<'_> {
        Names { ready: self.ready, tables: &self.analysis.tables }
    }

    /// Why there is nothing to show, if so.
    pub fn gap(&self) -> Option<&str> {
        self.analysis.gap()
    }

    /// Each lock with what it protects: what is never accessed without it once threads run.
    pub fn locks(&self) -> String {
        let mut out = String::new();
        for (lock, (object, offset)) in self.analysis.tables.locks.list.iter().enumerate() {
            let weak = self.analysis.tables.locks.weak.contains(lock);
            let order = if weak { ", which keeps threads apart but orders nothing" } else { "" };
            out.push_str(&format!(
                "{}{order}\n",
                self.names().name(*object, &Span::at(*offset, 4))
            ));
            for variable in self.protected_by(lock) {
                out.push_str(&format!("    protects {variable}\n"));
            }
        }
        match out.is_empty() {
            true => "No locks were recognised.\n".to_string(),
            false => out,
        }
    }

    fn protected_by(&self, lock: usize) -> Vec<String> {
        let mut variables: BTreeMap<String, bool> = BTreeMap::new();
        for (touched, _) in self.shared_accesses() {
            let name = self.names().name(touched.object, &touched.span);
            *variables.entry(name).or_insert(true) &= touched.held.contains(lock);
        }
        variables.into_iter().filter(|(_, always)| *always).map(|(name, _)| name).collect()
    }

    /// The accesses of what more than one thread touches while others may run.
    fn shared_accesses(
        &self,
    ) -> impl Iterator<Item = (&raddle_modular::tables::Touched, &BTreeSet<Place>)> {
        let touched = &self.analysis.tables.touched;
        let kinds = &self.analysis.tables.kinds;
        touched.iter().filter(move |(one, _)| {
            touched.keys().any(|other| {
                one.object == other.object
                    && one.span.overlaps(&other.span)
                    && kinds.may_be_parallel(&one.by, &other.by)
            })
        })
    }

    /// Each shared variable with its accesses, and what nothing keeps apart.
    pub fn shared(&self) -> String {
        let mut variables: BTreeMap<String, BTreeSet<Line>> = BTreeMap::new();
        for (touched, places) in self.shared_accesses() {
            let name = self.names().name(touched.object, &touched.span);
            for place in places {
                let verb = match (touched.kind.frees, touched.kind.write) {
                    (true, _) => "freed",
                    (false, true) => "written",
                    (false, false) => "read",
                };
                let (by, under) =
                    (self.names().thread(touched.by.kind), self.under(touched.held.iter()));
                let line = Line { place: *place, verb, by, under };
                variables.entry(name.clone()).or_default().insert(line);
            }
        }
        let mut out = String::new();
        for (name, lines) in variables {
            out.push_str(&format!("{name}\n"));
            for Line { place, verb, by, under } in lines {
                let at = self.names().at(place);
                out.push_str(&format!("    {verb} at {at} by {by}, {under}\n"));
            }
        }
        let pairs: BTreeSet<String> =
            self.analysis.races.iter().map(|race| self.pair(race)).collect();
        out.extend(pairs);
        match out.is_empty() {
            true => "No memory is accessed by threads that run at the same time.\n".to_string(),
            false => out,
        }
    }

    fn pair(&self, race: &Race) -> String {
        let name = self.names().name(race.object, &race.first.0.span);
        let (one, other) = (self.names().at(race.first.1), self.names().at(race.second.1));
        match one == other {
            true => format!("nothing seems to keep {one} in two threads apart: {name}\n"),
            false => format!("nothing seems to keep {one} and {other} apart: {name}\n"),
        }
    }

    fn under(&self, held: impl Iterator<Item = usize>) -> String {
        let list = &self.analysis.tables.locks.list;
        let names: Vec<String> = held
            .filter_map(|lock| list.get(lock))
            .map(|(object, offset)| self.names().name(*object, &Span::at(*offset, 4)))
            .collect();
        if names.is_empty() {
            "without a lock".to_string()
        } else {
            format!("holding {}", names.join(", "))
        }
    }

    /// Each kind of threads: who makes how many of it where, who has joined it, and what may run
    /// beside it.
    pub fn threads(&self) -> String {
        let kinds = &self.analysis.tables.kinds.list;
        let mut out = String::new();
        for (number, kind) in kinds.iter().enumerate() {
            let name = self.names().thread(number);
            let Some(maker) = kind.maker else {
                out.push_str(&format!("{name}: the first thread\n"));
                continue;
            };
            let count = if kind.many { "any number of threads" } else { "one thread" };
            let functions = &self.ready.program.functions;
            let places = kind.path.0.iter().rev().map(|(place, _)| *place);
            let mut users = places.filter(|place| functions[place.function].origin == Writer::User);
            let at = users
                .next()
                .map_or(String::new(), |place| format!(" at {}", self.names().at(place)));
            let maker = self.names().thread(maker);
            out.push_str(&format!("{name}: {count}, created{at} by {maker}\n"));
            for (verb, others) in
                [("surely ended for", self.known_end(number)), ("beside", self.beside(number))]
            {
                let names: BTreeSet<String> =
                    others.into_iter().map(|other| self.names().thread(other)).collect();
                let names: Vec<String> = names.into_iter().collect();
                if !names.is_empty() {
                    out.push_str(&format!("    {verb} {}\n", names.join(", ")));
                }
            }
        }
        out
    }

    fn signatures(&self) -> BTreeSet<Signature> {
        self.analysis.tables.touched.keys().map(|touched| touched.by).collect()
    }

    /// Those that go on when they know that threads of a kind have ended.
    fn known_end(&self, kind: KindId) -> BTreeSet<KindId> {
        let all = self.signatures();
        all.iter().filter(|by| by.ended.contains(kind)).map(|by| by.kind).collect()
    }

    /// Those that access memory while a thread of a kind does.
    fn beside(&self, kind: KindId) -> BTreeSet<KindId> {
        let all = self.signatures();
        let kinds = &self.analysis.tables.kinds;
        let own = || all.iter().filter(|by| by.kind == kind);
        let others = all.iter().filter(|by| own().any(|own| kinds.may_be_parallel(own, by)));
        others.map(|by| by.kind).collect()
    }
}
