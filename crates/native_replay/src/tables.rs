//! Writes a script as C, for the runtime to include: a program that is kept needs no
//! other file to be run again.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use raddle_ir::CheckKind;

use crate::assembly::{ELSEWHERE, Globals, STACK, UNKNOWN};
use crate::follow::{Sight, Spots};
use crate::script::{Cell, LibraryCall, Object, Point, Script, SourceSpot, What};

/// How a native run is to behave, beside its script.
pub struct Manner<'a> {
    /// Seconds that a thread may compute without meeting a point.
    pub patience: u32,
    pub in_debugger: bool,
    /// Where the runtime writes how it ended.
    pub outcome: &'a Path,
    /// Functions that return inputs, and have no body.
    pub inputs: Vec<String>,
}

/// Calls of these are points. The linker leads them to the runtime.
pub const CALLS: &[&str] = &[
    "pthread_create",
    "pthread_join",
    "pthread_tryjoin_np",
    "pthread_detach",
    "pthread_cancel",
    "pthread_testcancel",
    "pthread_once",
    "pthread_mutex_init",
    "pthread_mutex_destroy",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_mutex_unlock",
    "pthread_rwlock_init",
    "pthread_rwlock_destroy",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_unlock",
    "pthread_spin_init",
    "pthread_spin_destroy",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "pthread_cond_init",
    "pthread_cond_destroy",
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "pthread_cond_clockwait",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "pthread_barrier_init",
    "pthread_barrier_destroy",
    "pthread_barrier_wait",
    "sem_init",
    "sem_destroy",
    "sem_wait",
    "sem_trywait",
    "sem_timedwait",
    "sem_post",
    "sem_getvalue",
    "thrd_create",
    "thrd_join",
    "thrd_detach",
    "thrd_sleep",
    "thrd_yield",
    "mtx_init",
    "mtx_destroy",
    "mtx_lock",
    "mtx_trylock",
    "mtx_timedlock",
    "mtx_unlock",
    "cnd_init",
    "cnd_destroy",
    "cnd_wait",
    "cnd_timedwait",
    "cnd_signal",
    "cnd_broadcast",
    "call_once",
    "sched_yield",
    "sleep",
    "usleep",
    "nanosleep",
    "rand",
    "random",
    "getchar",
    "time",
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "strdup",
    "strndup",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "strcpy",
    "strncpy",
    "strcat",
    "strtok",
    "strlen",
    "strcmp",
    "strncmp",
    "memcmp",
];

/// Calls of these lead to the runtime, too, but are no points: the thread goes no
/// further.
pub const ENDS: &[&str] = &[
    "pthread_exit",
    "thrd_exit",
    "__assert_fail",
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "main",
];

pub fn is_point(function: &str) -> bool {
    CALLS.contains(&function)
}

/// The script as the header that the runtime includes.
pub fn header(
    script: &Script,
    locations: &[SourceSpot],
    visible: &Spots,
    globals: &Globals,
    manner: &Manner,
) -> String {
    let mut out = String::from("/* Generated: the script of one trace. */\n\n");
    constants(&mut out, script, locations, manner);
    location_tables(&mut out, script, locations, visible);
    let mut turns = Vec::new();
    let mut owned = vec![false; script.turns];
    for (actor, thread) in script.threads.iter().enumerate() {
        thread_tables(&mut out, actor, &thread.points, globals, &mut turns);
    }
    for &turn in &turns {
        if let Some(owned) = owned.get_mut(turn) {
            *owned = true;
        }
    }
    list(&mut out, "const unsigned turn_list", turns.iter().map(usize::to_string));
    let is_met = |name: &String| {
        let points = script.threads.iter().flat_map(|thread| &thread.points);
        points.into_iter().any(|point| match &point.what {
            What::Read(cell) | What::Write(cell) => cell.object == Object::Global(name.clone()),
            What::Input { .. } | What::Call(_) => false,
        })
    };
    let met = globals.names().map(|name| u8::from(is_met(name)).to_string());
    list(&mut out, "const unsigned char global_met", met);
    let owned = owned.iter().map(|owned| u8::from(*owned).to_string());
    list(&mut out, "const unsigned char turn_owned", owned);
    let scripts = script.threads.iter().enumerate().map(|(actor, thread)| {
        let waits = script.ending.waiting.iter().any(|(waiting, _)| *waiting == actor);
        format!(
            "{{{}, points_{actor}, {}, {}}}",
            literal(&thread.name),
            thread.points.len(),
            u8::from(waits)
        )
    });
    list(&mut out, "const struct script scripts", scripts);
    inputs(&mut out, &manner.inputs);
    out
}

fn constants(out: &mut String, script: &Script, locations: &[SourceSpot], manner: &Manner) {
    let ending = &script.ending;
    let kind = match ending.kind {
        CheckKind::Assert => "ASSERT",
        CheckKind::Reach => "REACH",
        CheckKind::Deadlock => "DEADLOCK",
        CheckKind::Race => "RACE",
        CheckKind::Memory => "MEMORY",
        CheckKind::Overflow | CheckKind::Division | CheckKind::Shift => "ARITHMETIC",
        CheckKind::Leak | CheckKind::Unwind => "OTHER",
    };
    let line = ending.location.and_then(|number| script.locations.get(number));
    let outcome = literal(&manner.outcome.to_string_lossy());
    for (name, value) in [
        ("TURNS", format!("{}u", script.turns)),
        ("LOCATIONS", format!("{}u", locations.len())),
        ("ENDING_KIND", kind.to_owned()),
        ("ENDING_ACTOR", ending.actor.to_string()),
        ("ENDING_WAITS", u8::from(!ending.waiting.is_empty()).to_string()),
        ("ENDING_LOCATION", ending.location.map_or("NOWHERE".to_owned(), |n| format!("{n}u"))),
        ("ENDING_LINE", format!("{}u", line.map_or(0, |spot| spot.line))),
        ("PATIENCE", format!("{}u", manner.patience)),
        ("IN_DEBUGGER", u8::from(manner.in_debugger).to_string()),
        ("OUTCOME_FILE", outcome),
    ] {
        let _ = writeln!(out, "#define {name} {value}");
    }
}

fn location_tables(out: &mut String, script: &Script, locations: &[SourceSpot], visible: &Spots) {
    let here = std::env::current_dir().unwrap_or_default();
    let texts = locations.iter().map(|spot| {
        let path = Path::new(&spot.file);
        let shown = path.strip_prefix(&here).unwrap_or(path);
        literal(&format!("{}:{}", shown.display(), spot.line))
    });
    list(out, "const char *const location_texts", texts);
    let accessed: BTreeSet<usize> = script
        .threads
        .iter()
        .flat_map(|thread| &thread.points)
        .filter(|point| matches!(point.what, What::Read(_) | What::Write(_)))
        .map(|point| point.location)
        .collect();
    let seen = locations.iter().enumerate().map(|(number, spot)| {
        let seen = match visible.get(spot) {
            Some(Sight::All) => "ALL",
            Some(Sight::Some) => "SOME",
            None if accessed.contains(&number) => "SOME",
            None => "NONE",
        };
        seen.to_owned()
    });
    list(out, "const unsigned char location_visible", seen);
}

/// The points of one thread; their turns are added to the common list.
fn thread_tables(
    out: &mut String,
    actor: usize,
    points: &[Point],
    globals: &Globals,
    turns: &mut Vec<usize>,
) {
    let mut calls = Vec::new();
    let mut rows = Vec::new();
    for point in points {
        let first = turns.len();
        turns.extend(&point.turns);
        let (what, cell, call) = match &point.what {
            What::Read(cell) => ("READ", cell.clone(), None),
            What::Write(cell) => ("WRITE", cell.clone(), None),
            What::Input { bits, width } => {
                ("INPUT", Cell { bytes: *width, value: Some(*bits), ..nothing() }, None)
            }
            What::Call(call) => {
                calls.push(call_row(call));
                ("CALL", nothing(), Some(calls.len() - 1))
            }
        };
        let call = call.map_or("0".to_owned(), |call| format!("&calls_{actor}[{call}]"));
        let object = match &cell.object {
            Object::Global(name) => globals.number(name).map_or(UNKNOWN, |number| number as i64),
            Object::Stack => STACK,
            Object::Elsewhere => ELSEWHERE,
        };
        rows.push(format!(
            "{{{what}, {}, {}, {}, {}, {}, {first}, {}, {}, {object}, {}, {}u, {call}}}",
            u8::from(point.races),
            u8::from(cell.fill),
            u8::from(cell.value.is_some()),
            point.location,
            point.step,
            point.turns.len(),
            cell.bytes,
            cell.offset,
            cell.value.unwrap_or(0),
        ));
    }
    list(out, &format!("const struct call calls_{actor}"), calls.into_iter());
    list(out, &format!("const struct point points_{actor}"), rows.into_iter());
}

fn nothing() -> Cell {
    Cell { object: Object::Elsewhere, offset: 0, bytes: 0, value: None, fill: false }
}

fn call_row(call: &LibraryCall) -> String {
    format!(
        "{{{}, {}u, {}, {}, {}, {}, {}, {}}}",
        literal(&call.function),
        call.result.unwrap_or(0),
        u8::from(call.result.is_some()),
        u8::from(call.returns),
        u8::from(call.calls_back),
        u8::from(call.ends_thread),
        u8::from(call.by_itself),
        call.creates.map_or("-1".to_owned(), |actor| actor.to_string()),
    )
}

/// An array; C has none without elements.
fn list(out: &mut String, declaration: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    let size = rows.len().max(1);
    let _ = writeln!(out, "static {declaration}[{size}] = {{");
    for row in &rows {
        let _ = writeln!(out, "    {row},");
    }
    if rows.is_empty() {
        out.push_str("    0,\n");
    }
    out.push_str("};\n");
}

/// Bodies for functions that return inputs. The result is in the register in which
/// any integer or pointer is returned.
fn inputs(out: &mut String, names: &[String]) {
    out.push_str("unsigned long raddle_input(void *, int);\n");
    for name in names {
        let kind = name.rsplit("nondet_").next().unwrap_or_default();
        let body = match kind {
            "float" => {
                "float NAME(void) { union { unsigned bits; float value; } it = \
                 {(unsigned)raddle_input(__builtin_return_address(0), 0)}; return it.value; }"
            }
            "double" => {
                "double NAME(void) { union { unsigned long bits; double value; } it = \
                 {raddle_input(__builtin_return_address(0), 0)}; return it.value; }"
            }
            _ if kind.starts_with('u') || kind.ends_with("ool") || kind == "size_t" => {
                "unsigned long NAME(void) \
                 { return raddle_input(__builtin_return_address(0), 0); }"
            }
            _ => {
                "unsigned long NAME(void) \
                 { return raddle_input(__builtin_return_address(0), 1); }"
            }
        };
        let _ = writeln!(out, "{}", body.replace("NAME", name));
    }
}

/// Any text as a literal of C.
fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_cannot_leave_their_literal() {
        assert_eq!(literal("a\"b\\c\n?"), r#""a\"b\\c\012\?""#);
    }

    #[test]
    fn what_is_led_to_the_runtime_is_there() {
        let runtime: String = crate::build::RUNTIME.iter().map(|(_, text)| *text).collect();
        for name in CALLS.iter().chain(ENDS) {
            let plain = runtime.contains(&format!("__wrap_{name}("));
            let by_macro = [
                "ORDINARY(",
                "TRACED(",
                "WAITS(",
                "TIMED(",
                "ORDERED(char *, ",
                "ORDERED(int, ",
                "ORDERED(size_t, ",
            ]
            .iter()
            .any(|each| runtime.contains(&format!("{each}{name},")));
            assert!(plain || by_macro, "{name}");
        }
    }
}
