//! For `raddle show shared` and `show locks`: what threads share, who touches it where and under
//! which locks, and what nothing keeps apart; as the engine `modular` sees it.

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::access_path::access_paths;
use raddle_ir::{CheckKind, DebugTypeId, Instruction, Origin as Writer};
use raddle_modular::kinds::{FIRST, KindId};
use raddle_modular::objects::{ObjectId, Origin};
use raddle_modular::races::Race;
use raddle_modular::span::Span;
use raddle_modular::{Analysis, analyse};
use raddle_passes::{Place, Ready};
use raddle_semantics::Selected;

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
            out.push_str(&format!("{}{order}\n", self.name(*object, &Span::at(*offset, 4))));
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
            let name = self.name(touched.object, &touched.span);
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
            let name = self.name(touched.object, &touched.span);
            for place in places {
                let verb = match (touched.kind.frees, touched.kind.write) {
                    (true, _) => "freed",
                    (false, true) => "written",
                    (false, false) => "read",
                };
                let (by, under) = (self.thread(touched.by.kind), self.under(touched.held.iter()));
                let line = Line { place: *place, verb, by, under };
                variables.entry(name.clone()).or_default().insert(line);
            }
        }
        let mut out = String::new();
        for (name, lines) in variables {
            out.push_str(&format!("{name}\n"));
            for Line { place, verb, by, under } in lines {
                let at = self.at(place);
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
        let name = self.name(race.object, &race.first.0.span);
        let (one, other) = (self.at(race.first.1), self.at(race.second.1));
        match one == other {
            true => format!("nothing seems to keep {one} in two threads apart: {name}\n"),
            false => format!("nothing seems to keep {one} and {other} apart: {name}\n"),
        }
    }

    fn under(&self, held: impl Iterator<Item = usize>) -> String {
        let list = &self.analysis.tables.locks.list;
        let names: Vec<String> = held
            .filter_map(|lock| list.get(lock))
            .map(|(object, offset)| self.name(*object, &Span::at(*offset, 4)))
            .collect();
        if names.is_empty() {
            "without a lock".to_string()
        } else {
            format!("holding {}", names.join(", "))
        }
    }

    fn thread(&self, kind: KindId) -> String {
        let known = &self.analysis.tables.kinds.list[kind];
        let names: Vec<&str> = known
            .starts
            .iter()
            .map(|start| self.ready.program.functions[*start].name.as_str())
            .collect();
        match (names.is_empty(), known.many) {
            (true, _) if kind == FIRST => "main".to_string(),
            (true, _) => "a thread".to_string(),
            (false, true) => format!("threads of {}", names.join(" or ")),
            (false, false) => names.join(" or "),
        }
    }

    fn at(&self, place: Place) -> String {
        self.ready.location_text(place).unwrap_or_else(|| "a place without a line".to_string())
    }

    fn name(&self, object: ObjectId, span: &Span) -> String {
        let known = self.analysis.tables.objects.get(object);
        let (name, of) = match &known.origin {
            Origin::Global(global) | Origin::ThreadLocal(_, global) => {
                let global = &self.ready.program.globals[*global];
                (global.name.clone(), global.debug_type)
            }
            // No other thread knows of it, so that it is never listed.
            Origin::Fresh(_) => return "a new object".to_string(),
            Origin::Made(_, path, _) => self.made(path.0.iter().map(|(place, _)| *place).collect()),
        };
        let part = of.and_then(|of| self.part(of, span));
        match (part, span.only()) {
            (Some(part), _) => format!("{name}{part}"),
            (None, Some(0)) => name,
            (None, Some(offset)) => format!("{name} + {offset}"),
            (None, None) => format!("{name}[...]"),
        }
    }

    /// The part of a variable that an access touches, such as `.left[2]`.
    fn part(&self, of: DebugTypeId, span: &Span) -> Option<String> {
        let offset = span.only()?;
        let width = (8 * span.bytes) as u16;
        let program = &self.ready.program;
        let bytes = program.target.pointer_bytes();
        let paths = access_paths(&program.types, Some(of), offset, width, bytes);
        // What is inside of a lock of the platform has names that nobody knows.
        let known = |path: &str| path.split(".__").next().unwrap_or_default().to_string();
        paths.first().map(|path| known(&path.path))
    }

    fn made(&self, places: Vec<Place>) -> (String, Option<DebugTypeId>) {
        let program = &self.ready.program;
        let instruction = places.last().and_then(|place| place.instruction(program));
        if let Some(Instruction::Allocate { name: Some(name), debug_type, .. }) = instruction {
            return (name.clone(), *debug_type);
        }
        let user = places
            .iter()
            .rev()
            .find(|place| program.functions[place.function].origin == Writer::User);
        let at = user.map_or(String::new(), |place| format!(" made at {}", self.at(*place)));
        (format!("the object{at}"), None)
    }
}
