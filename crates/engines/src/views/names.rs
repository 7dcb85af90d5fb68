//! What the engine `modular` speaks of, in words: threads, objects, places.

use raddle_ir::access_path::access_paths;
use raddle_ir::{DebugTypeId, Instruction, Origin as Writer};
use raddle_modular::kinds::{FIRST, KindId};
use raddle_modular::objects::{ObjectId, Origin};
use raddle_modular::span::Span;
use raddle_modular::tables::Tables;
use raddle_passes::{Place, Ready};

pub struct Names<'n> {
    pub ready: &'n Ready,
    pub tables: &'n Tables<'n>,
}

impl Names<'_> {
    pub fn thread(&self, kind: KindId) -> String {
        let known = &self.tables.kinds.list[kind];
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

    pub fn at(&self, place: Place) -> String {
        self.ready.location_text(place).unwrap_or_else(|| "a place without a line".to_string())
    }

    pub fn name(&self, object: ObjectId, span: &Span) -> String {
        let known = self.tables.objects.get(object);
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
