//! Values are those of sequential consistency. Where a program with threads uses an atomic of
//! a weaker order C promises less, and whatever holds says so: every check, by every engine, in
//! words and in JSON.

use raddle_test_support::scene::Scene;
use serde_json::Value;

const ENGINES: [&str; 11] = [
    "auto", "modular", "explicit", "lazy", "schedule", "order", "uw", "lazyseq", "lr", "kiss", "mu",
];

const QUALIFICATION: &str = "assuming sequentially consistent values";

/// Two threads around a step of the one, and what the other does.
fn program(declaration: &str, step: &str, rest: &str) -> String {
    format!(
        "#include <pthread.h>\n#include <stdatomic.h>\n{declaration}\n\
         static void *other(void *unused) {{ {step} return unused; }}\n\
         int main(void) {{ pthread_t t; pthread_create(&t, 0, other, 0);\n\
         {rest} pthread_join(t, 0); return 0; }}\n"
    )
}

/// Of every check that holds: whether it is qualified.
fn qualified(scene: &Scene, arguments: &[&str]) -> Vec<bool> {
    let all = [&["check", "--format", "json", "--time", "30"], arguments].concat();
    let answer = scene.run(&all);
    let value: Value = serde_json::from_str(&answer.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", answer.out, answer.messages));
    let checks = value["checks"].as_array().expect("a list of checks");
    let says = |check: &Value| {
        let list = check["qualifications"].as_array().expect("a list of qualifications");
        list.iter().any(|each| each.as_str().is_some_and(|text| text.starts_with(QUALIFICATION)))
    };
    checks.iter().filter(|check| check["verdict"] == "holds").map(says).collect()
}

#[test]
fn every_engine_qualifies_every_check_that_holds() {
    let text = program(
        "static atomic_int flag;",
        "atomic_store_explicit(&flag, 1, memory_order_release);",
        "(void)atomic_load_explicit(&flag, memory_order_acquire);",
    );
    let scene = Scene::new(&[("a.c", &text)]);
    for engine in ENGINES {
        let bounds: &[&str] = if engine == "lr" { &["--rounds", "2"] } else { &[] };
        let found = qualified(&scene, &[&["--engine", engine], bounds, &["a.c"]].concat());
        assert!(!found.is_empty(), "{engine} proves nothing");
        assert!(found.iter().all(|qualified| *qualified), "{engine}: {found:?}");
        let answer = scene.run(&[&["check", "--engine", engine], bounds, &["a.c"]].concat());
        assert!(answer.out.contains(QUALIFICATION), "{engine}: {}", answer.out);
    }
}

#[test]
fn every_weaker_order_counts() {
    let weak = [
        ("static atomic_int x;", "atomic_store_explicit(&x, 1, memory_order_relaxed);"),
        ("static atomic_int x;", "(void)atomic_load_explicit(&x, memory_order_consume);"),
        ("static atomic_int x;", "atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);"),
        (
            "static atomic_int x;",
            "int old = 0; atomic_compare_exchange_strong_explicit(&x, &old, 1, \
             memory_order_seq_cst, memory_order_relaxed);",
        ),
        ("static atomic_int x;", "atomic_thread_fence(memory_order_release);"),
        (
            "struct wide { char bytes[3]; } wide, own;",
            "__atomic_store(&wide, &own, __ATOMIC_RELEASE);",
        ),
        ("static int x;", "__sync_lock_release(&x);"),
    ];
    for (declaration, step) in weak {
        let text = program(declaration, step, "");
        let scene = Scene::new(&[("a.c", &text)]);
        assert_eq!(qualified(&scene, &["--check", "race,deadlock", "a.c"]), [true; 2], "{step}");
    }
}

#[test]
fn sequentially_consistent_programs_and_single_threads_are_not_qualified() {
    let strong = program("static atomic_int x;", "x = 1;", "(void)x;");
    let alone = "#include <stdatomic.h>\nstatic atomic_int x;\n\
        int main(void) { atomic_store_explicit(&x, 1, memory_order_relaxed); return 0; }\n";
    for text in [strong.as_str(), alone] {
        let scene = Scene::new(&[("a.c", text)]);
        assert_eq!(qualified(&scene, &["--check", "race,deadlock", "a.c"]), [false; 2]);
    }
}
