//! Memory unwinding finds what can happen and nothing else, in every grain.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::path::Path;

use raddle_engines::sequential::{Scheme, SequentialBounds, run};
use raddle_engines::{SequentialOptions, SymbolicOptions};
use raddle_frontend::{FrontendOptions, load};
use raddle_ir::{CheckKind, Target, verify};
use raddle_passes::{PipelineOptions, Ready, prepare};
use raddle_semantics::Selected;
use raddle_sequential::memory_unwinding::{Grain, Options, sequentialise};
use raddle_sequential::{ReachedBound, TraceMark, bound};
use raddle_test_support::bounded::bounds;
use raddle_verdict::{Coverage, Verdict};

const GRAINS: [Grain; 4] = [Grain::Location, Grain::Fine, Grain::Intra, Grain::Inter];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Holds,
    Bounded,
    Violated,
}

fn program(name: &str, text: &str) -> Ready {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("unwinding_{name}.c"));
    fs::write(&file, format!("#include <assert.h>\n#include <pthread.h>\n{text}")).unwrap();
    let options = FrontendOptions {
        inputs: vec![file],
        clang_arguments: Vec::new(),
        clang: None,
        target: Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: true,
        nondet_externs: true,
        sv_comp: false,
    };
    let program = load(&options).unwrap_or_else(|error| panic!("{name}: {error}"));
    prepare(program.program, &PipelineOptions::default()).unwrap()
}

fn answer(ready: &Ready, kind: CheckKind, grain: Grain, writes: Option<u32>) -> Answer {
    let selected: Selected = [kind].into_iter().collect();
    let symbolic = SymbolicOptions::new(selected);
    let bounds = SequentialBounds { grain, writes, ..SequentialBounds::default() };
    let options = SequentialOptions { scheme: Scheme::MemoryUnwinding, symbolic, bounds };
    let report = run(ready, &options);
    let result = report.results.iter().find(|result| result.kind == kind).unwrap();
    match &result.verdict {
        Verdict::Violated(_) => Answer::Violated,
        Verdict::Holds(Coverage::Complete { .. }) => Answer::Holds,
        Verdict::Holds(Coverage::Bounded { .. }) => Answer::Bounded,
        Verdict::Unknown(reason) => panic!("{kind:?} is unknown with {grain:?}: {reason}"),
    }
}

fn expect(name: &str, text: &str, kind: CheckKind, expected: Answer) {
    let ready = program(name, text);
    for grain in GRAINS {
        assert_eq!(answer(&ready, kind, grain, None), expected, "{name} with {grain:?}");
    }
}

/// The increment that the paper's tool got wrong.
#[test]
fn a_prefix_increment_is_a_load_and_a_store() {
    let text = "int x;\nvoid *add(void *unused) { ++x; return unused; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); ++x;\n\
        pthread_join(t, 0); assert(CLAIM); return 0; }\n";
    let two = text.replace("CLAIM", "x == 2");
    expect("lost", &two, CheckKind::Assert, Answer::Violated);
    let some = text.replace("CLAIM", "x == 1 || x == 2");
    expect("some", &some, CheckKind::Assert, Answer::Holds);
}

#[test]
fn threads_agree_on_one_order_of_writes() {
    let text = "_Atomic int x, y; int a, b;\n\
        void *other(void *unused) { y = 1; b = x; return unused; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, other, 0);\n\
        x = 1; a = y; pthread_join(t, 0); assert(CLAIM); return 0; }\n";
    let never = text.replace("CLAIM", "a || b");
    expect("store_buffering", &never, CheckKind::Assert, Answer::Holds);
    let sometimes = text.replace("CLAIM", "a && b");
    expect("one_is_late", &sometimes, CheckKind::Assert, Answer::Violated);
}

#[test]
fn memory_errors_are_found_where_guesses_are_right() {
    let text = "#include <stdlib.h>\nint *_Atomic p;\n\
        void *reader(void *unused) { int *mine = p; if (mine) *mine = 1; return unused; }\n\
        int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, reader, 0);\n\
        BEFORE int *old = p; p = 0; free(old); return 0; }\n";
    let early = text.replace("BEFORE", "");
    expect("freed_early", &early, CheckKind::Memory, Answer::Violated);
    let late = text.replace("BEFORE", "pthread_join(t, 0);");
    expect("freed_late", &late, CheckKind::Memory, Answer::Holds);
}

#[test]
fn locks_taken_in_two_orders_wait_for_each_other() {
    let text = "pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n\
        void take(pthread_mutex_t *one, pthread_mutex_t *two) { pthread_mutex_lock(one);\n\
        pthread_mutex_lock(two); pthread_mutex_unlock(two); pthread_mutex_unlock(one); }\n\
        void *other(void *unused) { take(FIRST, SECOND); return unused; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); take(&a, &b);\n\
        return 0; }\n";
    let crossed = text.replace("FIRST", "&b").replace("SECOND", "&a");
    expect("crossed", &crossed, CheckKind::Deadlock, Answer::Violated);
    let alike = program("alike", &text.replace("FIRST", "&a").replace("SECOND", "&b"));
    assert_eq!(answer(&alike, CheckKind::Deadlock, Grain::Location, None), Answer::Holds);
}

/// There is nobody else whose writes could be guessed.
#[test]
fn main_alone_can_wait_for_itself() {
    let text = "pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;\n_Atomic int x;\n\
        int main(void) { pthread_mutex_lock(&a); x = 1; LAST; return 0; }\n";
    let twice = text.replace("LAST", "pthread_mutex_lock(&a)");
    expect("twice", &twice, CheckKind::Deadlock, Answer::Violated);
    let once = text.replace("LAST", "x = 2");
    expect("once", &once, CheckKind::Deadlock, Answer::Holds);
}

/// Three writes of the child to one variable, which `main` reads.
const COUNTING: &str = "_Atomic int x;\n\
    void *count(void *unused) { x = 1; x = 2; x = 3; return unused; }\n\
    int main(void) { pthread_t t; pthread_create(&t, 0, count, 0); int seen = x;\n\
    assert(seen != LAST); return 0; }\n";

#[test]
fn a_bound_on_writes_is_a_bound() {
    let third = program("third", &COUNTING.replace("LAST", "3"));
    let fourth = program("fourth", &COUNTING.replace("LAST", "4"));
    let kind = CheckKind::Assert;
    for grain in GRAINS {
        assert_eq!(answer(&third, kind, grain, None), Answer::Violated, "{grain:?}");
        assert_eq!(answer(&fourth, kind, grain, Some(1)), Answer::Bounded, "{grain:?}");
        assert_eq!(answer(&fourth, kind, grain, None), Answer::Holds, "{grain:?}");
    }
    assert_eq!(answer(&third, kind, Grain::Location, Some(2)), Answer::Bounded);
    assert_eq!(answer(&third, kind, Grain::Location, Some(3)), Answer::Violated);
    assert_eq!(answer(&third, kind, Grain::Fine, Some(2)), Answer::Bounded);
    // All three are one cluster, of which only the last is seen.
    assert_eq!(answer(&third, kind, Grain::Intra, Some(1)), Answer::Violated);
}

#[test]
fn what_is_made_is_well_formed_and_the_same_each_time() {
    let third = program("shape", &COUNTING.replace("LAST", "3"));
    let bounded = bound(&third, &bounds(2)).unwrap();
    for grain in GRAINS {
        let options = Options { grain, writes: 2, deadlock: true };
        let made = sequentialise(&bounded, &options).unwrap();
        let again = sequentialise(&bounded, &options).unwrap();
        assert!(made.program == again.program, "{grain:?} gives two programs");
        assert_eq!(verify::verify(&made.program), Ok(()), "{grain:?}");
        let cut = TraceMark::Cut { reached: ReachedBound::Writes };
        assert!(made.marks.contains(&cut), "{grain:?}");
    }
}
