//! Snapshots of rendered traces. `RADDLE_BLESS=1` renews them.

use std::path::PathBuf;

use raddle_ir::CheckKind;

use super::*;
use crate::source::SourceEvent;

/// Compares with the file of that name; the test's own text says what must be
/// in it, so that a careless renewal is noticed.
fn snapshot(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(format!("{name}.txt"));
    if std::env::var_os("RADDLE_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{name}: renew with RADDLE_BLESS=1");
}

fn place(line: u32, text: &str) -> Option<SourcePlace> {
    Some(SourcePlace {
        file: "directory/lost_update.c".to_owned(),
        line,
        column: 3,
        text: text.to_owned(),
    })
}

fn write(variable: &str, value: &str) -> Action {
    Action::Writes { variable: variable.to_owned(), value: value.to_owned() }
}

fn read(variable: &str, value: &str) -> Action {
    Action::Reads { variable: variable.to_owned(), value: value.to_owned() }
}

fn library(function: &str, effect: &str) -> Action {
    Action::Library { function: function.to_owned(), effect: effect.to_owned() }
}

struct Builder(SourceTrace);

impl Builder {
    fn new(threads: &[&str]) -> Builder {
        Builder(SourceTrace {
            threads: threads.iter().map(|&name| name.to_owned()).collect(),
            ..SourceTrace::default()
        })
    }

    fn event(mut self, thread: ThreadNumber, line: u32, text: &str, action: Action) -> Builder {
        let step = self.0.events.len();
        if self.0.events.last().is_some_and(|last| last.thread != thread) {
            self.0.context_switches += 1;
        }
        self.0.events.push(SourceEvent {
            step,
            thread,
            place: place(line, text),
            action,
            shared: true,
            instruction: step as u64,
        });
        self
    }

    fn ending(mut self, check: CheckKind, message: &str, thread: ThreadNumber) -> SourceTrace {
        let last = self.0.events.last().and_then(|event| event.place.clone());
        self.0.ending = Some(Ending {
            check,
            message: message.to_owned(),
            thread,
            place: last,
            subject: None,
            other: None,
        });
        self.0
    }
}

fn lost_update() -> SourceTrace {
    let create = "pthread_create(&first, NULL, worker, NULL);";
    let fails = Action::Fails { check: CheckKind::Assert, message: "counter == 2".to_owned() };
    Builder::new(&["main", "worker #1", "worker #2"])
        .event(0, 17, create, Action::Creates { child: 1 })
        .event(0, 18, create, Action::Creates { child: 2 })
        .event(1, 9, "counter++;", read("counter", "0"))
        .event(2, 9, "counter++;", read("counter", "0"))
        .event(2, 9, "counter++;", write("counter", "1"))
        .event(2, 10, "return NULL;", Action::Returns { value: None })
        .event(1, 9, "counter++;", write("counter", "1"))
        .event(1, 10, "return NULL;", Action::Returns { value: None })
        .event(0, 20, "pthread_join(first, NULL);", library("pthread_join", "joins worker #1"))
        .event(0, 21, "pthread_join(second, NULL);", library("pthread_join", "joins worker #2"))
        .event(0, 22, "assert(counter == 2);", read("counter", "1"))
        .event(0, 22, "assert(counter == 2);", fails)
        .ending(CheckKind::Assert, "counter == 2", 0)
}

fn shown(trace: &SourceTrace, style: Style) -> String {
    render(trace, &RenderOptions { style, full: false })
}

fn assert_fits(text: &str, width: usize) {
    // The headline and the conclusion are sentences, not a table.
    for line in text.lines().skip(2).take_while(|line| !line.is_empty()) {
        assert!(crate::style::columns(line) <= width, "{line}");
    }
}

#[test]
fn a_column_a_thread() {
    let text = shown(&lost_update(), Style::PLAIN);
    assert!(text.contains("counter == 2 is false (counter is 1), with 4 context switches"));
    assert_fits(&text, 80);
    snapshot("lost_update", &text);
}

#[test]
fn wide_screens_need_no_cuts() {
    let style = Style { width: 200, ..Style::PLAIN };
    let text = shown(&lost_update(), style);
    assert!(!text.contains('…'));
    snapshot("lost_update_wide", &text);
}

#[test]
fn plain_letters_and_narrow_screens() {
    let style = Style { unicode: false, width: 50, ..Style::PLAIN };
    let text = shown(&lost_update(), style);
    assert!(text.is_ascii());
    assert_fits(&text, 50);
    snapshot("lost_update_narrow", &text);
}

#[test]
fn colours_only_on_demand() {
    assert!(!shown(&lost_update(), Style::PLAIN).contains('\x1b'));
    let style = Style { colour: true, ..Style::PLAIN };
    assert!(shown(&lost_update(), style).contains('\x1b'));
}

#[test]
fn a_deadlock_says_who_waits_for_whom() {
    let waits = |what: &str, holder| Action::Waits { what: what.to_owned(), holder: Some(holder) };
    let trace = Builder::new(&["main", "left", "right"])
        .event(1, 5, "pthread_mutex_lock(&a);", library("pthread_mutex_lock", "locks a"))
        .event(2, 11, "pthread_mutex_lock(&b);", library("pthread_mutex_lock", "locks b"))
        .event(2, 12, "pthread_mutex_lock(&a);", waits("for a", 1))
        .event(1, 6, "pthread_mutex_lock(&b);", waits("for b", 2))
        .ending(CheckKind::Deadlock, "no thread can go on", 1);
    let text = shown(&trace, Style::PLAIN);
    assert!(text.contains("right waits for a, held by left at lost_update.c:12"));
    snapshot("deadlock", &text);
}

#[test]
fn a_race_shows_both_accesses() {
    let mut trace = Builder::new(&["main", "worker #1", "worker #2"])
        .event(1, 9, "counter++;", read("counter", "0"))
        .event(2, 14, "counter = 0;", write("counter", "0"))
        .ending(CheckKind::Race, "two threads access it at once", 2);
    if let Some(ending) = &mut trace.ending {
        ending.subject = Some("counter".to_owned());
        ending.other = Some((1, place(9, "counter++;")));
    }
    let text = shown(&trace, Style::PLAIN);
    assert!(text.contains("worker #1  lost_update.c:9  counter++;"));
    assert!(text.contains("worker #2  lost_update.c:14  counter = 0;"));
    snapshot("race", &text);
}

#[test]
fn long_runs_are_shortened_but_switches_stay() {
    let mut builder = Builder::new(&["main", "worker"]);
    for round in 0..100 {
        let value = round.to_string();
        builder = builder.event(0, 5, "while (busy)", read("busy", "1")).event(
            0,
            6,
            "spins++;",
            write("spins", &value),
        );
    }
    builder = builder.event(1, 20, "busy = 0;", write("busy", "0"));
    let trace = builder.event(0, 5, "while (busy)", read("busy", "0")).ending(
        CheckKind::Reach,
        "reach_error is called",
        0,
    );
    let text = shown(&trace, Style::PLAIN);
    assert!(text.lines().count() < 20, "{text}");
    assert!(text.contains("more steps of main"));
    assert!(text.contains("busy = 0"));
    assert!(text.contains("spins = 99"));
    snapshot("shortened", &text);
    let full = RenderOptions { style: Style::PLAIN, full: true };
    assert!(render(&trace, &full).lines().count() > 200);
}

#[test]
fn traces_with_very_many_switches_stay_readable() {
    let mut builder = Builder::new(&["main", "worker"]);
    for round in 0..1000u32 {
        builder = builder.event(round % 2, 5, "x++;", write("x", &round.to_string()));
    }
    let trace = builder.ending(CheckKind::Reach, "reach_error is called", 0);
    let text = shown(&trace, Style::PLAIN);
    assert!(text.lines().count() < 200);
    assert!(text.contains("850 more steps"));
}

#[test]
fn lines_are_joined_only_once_round_a_loop() {
    let mut builder = Builder::new(&["main"]);
    builder = builder
        .event(0, 5, "while (busy) n++;", read("busy", "1"))
        .event(0, 5, "while (busy) n++;", write("n", "1"))
        .event(0, 5, "while (busy) n++;", read("busy", "0"));
    builder.0.events[2].instruction = builder.0.events[0].instruction;
    let rows = rows::rows(&builder.0, false);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].effect(&builder.0), "reads 1, n = 1");
}

#[test]
fn an_empty_trace_is_no_trouble() {
    let text = shown(&SourceTrace::default(), Style::PLAIN);
    assert!(text.contains("step"));
    let style = Style { width: 0, ..Style::PLAIN };
    shown(&SourceTrace::default(), style);
    shown(&lost_update(), style);
}
