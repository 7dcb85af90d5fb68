//! Certificates: whatever is proved of the test programs, the recheck confirms; and what was
//! changed in a certificate so that it does not hold any more, it refuses.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_frontend::FrontendOptions;
use raddle_ir::CheckKind;
use raddle_modular::analysis::is_answered;
use raddle_modular::certificate::{Certificate, of_analysis};
use raddle_modular::{analyse_and_keep, recheck};
use raddle_passes::Ready;
use raddle_passes::pipeline::prepare;
use raddle_semantics::Selected;
use raddle_test_support::expectations::{FOLDERS, Run, runs_of};

fn all_checks() -> Selected {
    CheckKind::ALL.into_iter().filter(|kind| is_answered(*kind)).collect()
}

fn load(run: &Run) -> Option<Ready> {
    let has = |option: &str| run.arguments.iter().any(|argument| argument == option);
    let options = FrontendOptions {
        inputs: run.files.clone(),
        clang_arguments: run.clang_arguments.clone(),
        clang: None,
        target: raddle_ir::Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: true,
        nondet_externs: has("--nondet-externs"),
        sv_comp: has("--sv-comp"),
    };
    let loaded = raddle_frontend::load(&options).ok()?;
    prepare(loaded.program, &Default::default()).ok()
}

/// What is proved of a program within some steps.
fn certify(ready: &Ready) -> Option<Certificate> {
    let mut asked = 0;
    let mut goes_on = || {
        asked += 1;
        asked < 500
    };
    let certificate = of_analysis(&analyse_and_keep(ready, all_checks(), &mut goes_on))?;
    (!certificate.holds.is_empty()).then_some(certificate)
}

/// Every so many of the test programs.
fn confirm_one_in(many: usize) -> usize {
    let (mut confirmed, mut wrong) = (0, Vec::new());
    for run in FOLDERS.into_iter().flat_map(runs_of).step_by(many) {
        let Some(ready) = load(&run) else { continue };
        let Some(certificate) = certify(&ready) else { continue };
        let text = certificate.to_json().expect("it can be written");
        let again = Certificate::parse(&text).expect("it can be read");
        assert!(again == certificate, "{}: it reads back differently", run.name);
        match recheck::recheck(&ready, &again) {
            Ok(_) => confirmed += 1,
            Err(refusal) => wrong.push(format!("{}: {refusal}", run.name)),
        }
    }
    assert!(wrong.is_empty(), "{confirmed} confirmed; refused:\n{}", wrong.join("\n"));
    println!("{confirmed} certificates are confirmed");
    confirmed
}

#[test]
fn whatever_is_proved_is_confirmed() {
    assert!(confirm_one_in(16) > 20);
}

#[test]
#[ignore = "takes minutes"]
fn whatever_is_proved_of_all_programs_is_confirmed() {
    assert!(confirm_one_in(1) > 1000);
}

/// Any number of threads; whoever accesses `next` holds `m`, and leaves 1 to 99 behind.
const TABLE: &str = r#"
#include <assert.h>
#include <pthread.h>
int nondet_int(void);
static int next = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
    pthread_mutex_lock(&m);
    if (next < 99)
        next++;
    int mine = next;
    pthread_mutex_unlock(&m);
    assert(mine >= 1 && mine < 100);
    return 0;
}
int main(void) {
    pthread_t thread;
    while (nondet_int())
        pthread_create(&thread, 0, worker, 0);
    return 0;
}
"#;

/// `data` is written before the thread begins, by the thread, and read after its end.
const JOINED: &str = r#"
#include <assert.h>
#include <pthread.h>
static int data;
static void *worker(void *unused) {
    data = data + 1;
    return 0;
}
int main(void) {
    pthread_t thread;
    data = 4;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(data == 4 || data == 5);
    data = 7;
    return 0;
}
"#;

/// A flag that is no lock, and an atomic counter.
const FLAG: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, counter;
static void *worker(void *unused) {
    flag = 1;
    counter++;
    flag = 0;
    return 0;
}
int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    int seen = flag;
    assert(seen == 0 || seen == 1);
    return 0;
}
"#;

fn ready(text: &str) -> Ready {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.c");
    std::fs::write(&file, text).unwrap();
    load(&Run::of_file("main.c", file)).expect("it is a program")
}

fn position(names: impl IntoIterator<Item = String>, name: &str) -> usize {
    names.into_iter().position(|found| found == name).expect(name)
}

/// Certifies a program, changes the certificate, and gives the refusal.
fn refusal(text: &str, change: impl FnOnce(&mut Certificate)) -> String {
    let ready = ready(text);
    let mut certificate = certify(&ready).expect("it is proved");
    recheck::recheck(&ready, &certificate).expect("it is confirmed");
    let before = certificate.clone();
    change(&mut certificate);
    assert!(certificate != before, "nothing was changed");
    match recheck::recheck(&ready, &certificate) {
        Ok(_) => panic!("it was confirmed all the same"),
        Err(refusal) => refusal,
    }
}

#[test]
fn everything_is_proved_that_is_changed_here() {
    for text in [TABLE, JOINED, FLAG] {
        let certificate = certify(&ready(text)).expect("it is proved");
        for check in ["assert", "race", "overflow"] {
            assert!(certificate.holds.iter().any(|held| held == check), "{check}: {text}");
        }
    }
}

#[test]
fn narrower_ranges_are_refused() {
    let text = refusal(TABLE, |certificate| {
        let published = &mut certificate.published;
        let of_next = published.iter_mut().filter(|each| each.name == "next");
        for each in of_next {
            each.range = each.range.replace("99", "98");
        }
    });
    assert!(text.contains("is not in the table"), "{text}");
    refusal(TABLE, |certificate| {
        for state in &mut certificate.states {
            for value in &mut state.values {
                *value = value.replace("..99", "..98");
            }
        }
    });
}

#[test]
fn what_threads_begin_with_is_refused_if_it_is_narrower() {
    refusal(JOINED, |certificate| {
        for state in certificate.states.iter_mut().filter(|state| state.entry) {
            for value in &mut state.values {
                *value = value.replace("is 32 4", "is 32 3");
            }
        }
    });
}

#[test]
fn locks_that_are_not_held_are_refused() {
    let add = |held: &mut Vec<usize>| {
        if held.is_empty() {
            held.push(0);
        }
    };
    refusal(TABLE, |certificate| {
        certificate.states.iter_mut().for_each(|state| add(&mut state.held));
    });
    refusal(TABLE, |certificate| {
        certificate.published.iter_mut().for_each(|each| add(&mut each.held));
    });
}

#[test]
fn what_is_no_lock_is_refused() {
    let text = refusal(FLAG, |certificate| {
        let object = certificate.objects.iter().position(|object| object.name == "flag").unwrap();
        certificate.locks.push(raddle_modular::certificate::LockRecord {
            name: "flag".to_string(),
            object: object as u32,
            offset: 0,
            bytes: 4,
        });
    });
    assert!(text.contains("written by who does not hold it"), "{text}");
}

#[test]
fn many_threads_are_not_one() {
    let text = refusal(TABLE, |certificate| {
        certificate.kinds.iter_mut().for_each(|kind| kind.many = false);
    });
    assert!(text.contains("there may be several"), "{text}");
}

#[test]
fn what_is_published_must_be_there() {
    let of_next = certify(&ready(TABLE)).unwrap().published;
    let of_next = (0..of_next.len()).filter(|position| of_next[*position].name == "next");
    // What was only there for a while, when less was known, is not missed.
    let missed = of_next.filter(|position| {
        let ready = ready(TABLE);
        let mut certificate = certify(&ready).unwrap();
        certificate.published.remove(*position);
        recheck::recheck(&ready, &certificate).is_err_and(|text| text.contains("not in the table"))
    });
    assert!(missed.count() > 0);
}

#[test]
fn reasons_must_be_reasons() {
    use raddle_modular::certificate::ReasonRecord;
    let wrong = [
        ReasonRecord::OneThread,
        ReasonRecord::FirstBeforeCreation,
        ReasonRecord::SecondBeforeCreation,
        ReasonRecord::FirstHasEnded,
        ReasonRecord::SecondHasEnded,
        ReasonRecord::DifferentBytes,
        ReasonRecord::BothAtomic,
        ReasonRecord::Lock(1),
        ReasonRecord::Lock(1000),
    ];
    for reason in wrong {
        let text = refusal(TABLE, |certificate| {
            let next = |access: usize| certificate.accesses[access].name == "next";
            let pairs = certificate.pairs.iter_mut();
            for pair in pairs.filter(|pair| next(pair.first)) {
                pair.reason = reason;
            }
        });
        assert!(text.contains("does not keep"), "{text}");
    }
    let text = refusal(TABLE, |certificate| certificate.pairs.clear());
    assert!(text.contains("no reason keeps"), "{text}");
    let text = refusal(TABLE, |certificate| certificate.accesses.clear());
    assert!(text.contains("is not in the table"), "{text}");
}

#[test]
fn the_order_of_creation_and_ends_is_not_to_be_believed() {
    // Nothing was created yet, says every state.
    refusal(JOINED, |certificate| {
        certificate.states.iter_mut().for_each(|state| state.created.clear());
        certificate.published.iter_mut().for_each(|each| each.by.created.clear());
        certificate.accesses.iter_mut().for_each(|each| each.by.created.clear());
    });
    // The thread has always ended already.
    refusal(JOINED, |certificate| {
        certificate.states.iter_mut().for_each(|state| state.ended = vec![1]);
    });
    refusal(JOINED, |certificate| {
        let record = &mut certificate.kinds[1];
        record.ended_at_end = Some(vec![0]);
    });
}

#[test]
fn objects_are_what_the_program_makes_of_them() {
    refusal(TABLE, |certificate| {
        let name = |each: &raddle_modular::certificate::ObjectRecord| each.name.clone();
        let next = position(certificate.objects.iter().map(name), "next");
        certificate.objects[next].private = true;
    });
    refusal(TABLE, |certificate| {
        let once = certificate.objects.iter_mut().filter(|object| !object.once);
        once.for_each(|object| object.once = true);
    });
    refusal(TABLE, |certificate| {
        certificate.objects[0].smallest += 1;
        certificate.objects[0].largest += 1;
    });
    refusal(TABLE, |certificate| certificate.objects[0].writable ^= true);
    refusal(TABLE, |certificate| certificate.objects.truncate(1));
}

#[test]
fn no_state_can_be_left_out() {
    let states = certify(&ready(TABLE)).unwrap().states.len();
    for removed in 0..states {
        refusal(TABLE, |certificate| {
            certificate.states.remove(removed);
        });
    }
}

#[test]
fn more_than_was_proved_is_refused() {
    let racy = TABLE.replace(
        "int mine = next;\n    pthread_mutex_unlock(&m);",
        "pthread_mutex_unlock(&m);\n    int mine = next;",
    );
    let text = refusal(&racy, |certificate| certificate.holds = vec!["race".to_string()]);
    assert!(text.contains("no reason keeps"), "{text}");
    let wrong = TABLE.replace("mine < 100", "mine < 99");
    let text = refusal(&wrong, |certificate| certificate.holds = vec!["assert".to_string()]);
    assert!(text.contains("`assert` is not proved at"), "{text}");
    let text = refusal(TABLE, |certificate| certificate.holds.push("deadlock".to_string()));
    assert!(text.contains("nothing was looked at"), "{text}");
}

#[test]
fn what_a_proof_assumes_it_must_say() {
    let ready = ready("int a[4]; int nondet_int(void); int main(void) { return a[nondet_int()]; }");
    let selected = [CheckKind::Race].into_iter().collect();
    let analysis = analyse_and_keep(&ready, selected, &mut || true);
    let mut certificate = of_analysis(&analysis).unwrap();
    assert!(certificate.assumes_defined);
    assert!(recheck::recheck(&ready, &certificate).unwrap().assumes_defined);
    certificate.assumes_defined = false;
    let text = recheck::recheck(&ready, &certificate).unwrap_err();
    assert!(text.contains("undefined behaviour"), "{text}");
}

/// The places of all numbers in a JSON value.
fn numbers(value: &serde_json::Value, path: &str, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Number(_) => found.push(path.to_string()),
        serde_json::Value::Array(list) => {
            for (position, each) in list.iter().enumerate() {
                numbers(each, &format!("{path}/{position}"), found);
            }
        }
        serde_json::Value::Object(map) => {
            for (key, each) in map {
                numbers(each, &format!("{path}/{key}"), found);
            }
        }
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::String(_) => {}
    }
}

#[test]
fn no_certificate_makes_the_recheck_panic() {
    for text in [TABLE, JOINED, FLAG] {
        let ready = ready(text);
        let certificate = certify(&ready).unwrap();
        let all = serde_json::to_value(&certificate).unwrap();
        let mut places = Vec::new();
        numbers(&all, "", &mut places);
        let (mut next, mut refused) = (1u64, 0);
        for _ in 0..400 {
            next = next.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let place = &places[(next >> 33) as usize % places.len()];
            let mut changed = all.clone();
            let number = changed.pointer_mut(place).unwrap();
            let old = number.as_u64().unwrap();
            let choices = [old + 1, old.wrapping_sub(1), 0, 7, 127, 128, 1 << 20, u64::MAX];
            *number = choices[(next >> 20) as usize % choices.len()].into();
            let Ok(changed) = serde_json::from_value::<Certificate>(changed) else { continue };
            refused += usize::from(recheck::recheck(&ready, &changed).is_err());
        }
        assert!(refused > 100, "{refused} of 400");
    }
}

/// An object that another thread comes to know of.
const NODE: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { int value; };
static struct node *shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
    pthread_mutex_lock(&m);
    struct node *mine = shared;
    pthread_mutex_unlock(&m);
    if (mine)
        assert(mine->value == 3);
    return 0;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    struct node *made = malloc(sizeof *made);
    made->value = 3;
    pthread_mutex_lock(&m);
    shared = made;
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
"#;

#[test]
fn what_objects_hold_when_others_learn_of_them_must_be_there() {
    let certificate = certify(&ready(NODE)).unwrap();
    assert!(certificate.holds.iter().any(|held| held == "assert"), "{:?}", certificate.holds);
    refusal(NODE, |certificate| certificate.kept.clear());
    refusal(NODE, |certificate| {
        for value in certificate.kept.iter_mut().flat_map(|kept| &mut kept.values) {
            *value = value.replace("is 32 3", "is 32 4");
        }
    });
    // It is its thread's own for ever.
    refusal(NODE, |certificate| {
        certificate.objects.iter_mut().for_each(|object| object.private = true);
    });
}
