//! `--proof` and `check-proof`: every engine that asks the built-in solver writes
//! certificates that are accepted, altered ones are refused, and where there is none
//! somebody says so.

use raddle_certificate::Manifest;
use raddle_test_support::scene::{Answer, Scene};

/// Two threads and a lock: what threads do to each other decides.
const LOCK: &str = "\
#include <assert.h>
#include <pthread.h>
int nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned total;
static void *add(void *amount) {
    pthread_mutex_lock(&mutex);
    total += *(unsigned *)amount;
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    unsigned amount = (unsigned)nondet_int() % 8;
    pthread_create(&other, 0, add, &amount);
    add(&amount);
    pthread_join(other, 0);
    assert(total == 2 * amount);
    return 0;
}
";

/// Two threads and a flag: what is computed decides.
const FLAG: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int nondet_int(void);
static atomic_int ready;
static int data;
static void *produce(void *input) {
    data = *(int *)input & 7;
    atomic_store(&ready, 1);
    return 0;
}
int main(void) {
    pthread_t other;
    int input = nondet_int();
    pthread_create(&other, 0, produce, &input);
    if (atomic_load(&ready))
        assert(data >= 0 && data <= 7);
    pthread_join(other, 0);
    assert(data * data <= 49);
    return 0;
}
";

/// No threads.
const SINGLE: &str = "\
#include <assert.h>
int nondet_int(void);
int main(void) {
    int number = nondet_int() & 15;
    int square = number * number;
    assert(square % 4 < 2);
    return 0;
}
";

fn scene() -> Scene {
    Scene::new(&[("lock.c", LOCK), ("flag.c", FLAG), ("single.c", SINGLE)])
}

/// Checks assertions with these options, and writes a certificate into `why`.
fn certify(scene: &Scene, arguments: &[&str]) -> Answer {
    let command = ["check", "--check", "assert", "--time", "300", "--proof", "why"];
    scene.run(&[&command[..], arguments].concat())
}

/// The figures of a certificate that is accepted.
fn accepted(scene: &Scene) -> [u64; 5] {
    let answer = scene.run(&["check-proof", "why"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.messages);
    let last = answer.out.lines().last().unwrap();
    assert!(last.ends_with(": all right"), "{last}");
    let numbers: Vec<u64> = last.split(' ').filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap()
}

#[test]
fn every_engine_with_the_built_in_solver_writes_certificates() {
    let cases: [(&[&str], &str, bool); 15] = [
        (&["--engine", "lazy"], "flag.c", true),
        (&["--engine", "lazy"], "lock.c", false),
        (&["--engine", "schedule"], "flag.c", true),
        (&["--engine", "schedule"], "lock.c", false),
        (&["--engine", "uw"], "flag.c", true),
        (&["--engine", "order"], "flag.c", true),
        (&["--engine", "order"], "lock.c", true),
        (&["--engine", "order", "--ordering", "clocks"], "lock.c", true),
        (&["--engine", "bmc"], "single.c", true),
        (&["--engine", "lazyseq"], "flag.c", true),
        (&["--engine", "lr", "--rounds", "2"], "lock.c", true),
        (&["--engine", "kiss"], "lock.c", true),
        (&["--engine", "kiss"], "flag.c", true),
        (&["--engine", "mu", "--writes", "4"], "flag.c", true),
        (&[], "lock.c", true),
    ];
    for (options, program, asks) in cases {
        let scene = scene();
        let answer = certify(&scene, &[options, &[program]].concat());
        let told = format!("{options:?} {program}: {}{}", answer.out, answer.messages);
        assert_eq!(answer.code, Some(0), "{told}");
        assert!(answer.messages.contains("check-proof why"), "{told}");
        let [answers, clauses, steps, _, _] = accepted(&scene);
        // Where everything is simplified away there is nothing to ask.
        assert_eq!(answers > 0 && steps > 0, asks, "{told}");
        assert!(clauses > 0, "{told}");
        assert_eq!(answer.messages.contains("the solver was not needed"), answers == 0, "{told}");
    }
}

#[test]
fn altered_certificates_are_refused() {
    let scene = scene();
    assert_eq!(certify(&scene, &["--engine", "order", "lock.c"]).code, Some(0));
    let [answers, _, _, lemmas, facts] = accepted(&scene);
    assert!(answers > 0 && lemmas > 0 && facts > 0);
    let part = scene.path("why/0001.proof");
    let text = std::fs::read_to_string(&part).unwrap();
    // The last lemma, the last step and the last answer under assumptions: without
    // literals, hints and assumptions, and taken away altogether.
    let last = |letter: char, wanted: &dyn Fn(&str) -> bool| {
        text.lines().rfind(|line| line.starts_with(letter) && wanted(line)).unwrap()
    };
    let number = |line: &str| line.split(' ').nth(1).unwrap().to_owned();
    let is_empty = |id: &str| text.contains(&format!("\nl {id} 0 "));
    let (lemma, step) = (last('t', &|_| true), last('l', &|_| true));
    let answer = last('u', &|line| !is_empty(&number(line)));
    let (clause, _) = step.split_once(" 0 ").unwrap();
    for (line, changed) in [
        (lemma, format!("t {} 0", number(lemma))),
        (step, format!("{clause} 0 0")),
        (answer, format!("u {} 0", number(answer))),
    ] {
        for changed in [format!("{changed}\n"), String::new()] {
            let changed = text.replacen(&format!("{line}\n"), &changed, 1);
            assert_ne!(changed, text);
            std::fs::write(&part, changed).unwrap();
            let answer = scene.run(&["check-proof", "why"]);
            assert_eq!(answer.code, Some(1), "{line}: {}{}", answer.out, answer.messages);
            assert!(answer.messages.contains("0001.proof"), "{}", answer.messages);
        }
    }
    // A fact that is missing is noticed even if nothing rests on it.
    for letter in ['f', 'w', 'r'] {
        let fact = last(letter, &|_| true);
        std::fs::write(&part, text.replacen(&format!("{fact}\n"), "", 1)).unwrap();
        let answer = scene.run(&["check-proof", "why"]);
        assert_eq!(answer.code, Some(1), "{fact}: {}{}", answer.out, answer.messages);
    }
    // Without the edges that always are there the lemmas do not follow.
    let edges = |line: &&str| !line.starts_with("f ");
    let changed: Vec<&str> = text.lines().filter(edges).collect();
    std::fs::write(&part, changed.join("\n") + "\n").unwrap();
    assert_eq!(scene.run(&["check-proof", "why"]).code, Some(1));
    std::fs::remove_file(&part).unwrap();
    assert_eq!(scene.run(&["check-proof", "why"]).code, Some(3));
}

/// The index is changed by a script that knows its format, but not what it says.
#[test]
fn an_altered_index_is_refused() {
    let scene = scene();
    assert_eq!(certify(&scene, &["--engine", "order", "flag.c"]).code, Some(0));
    let path = scene.path("why/manifest.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = text.replacen("\"bounds\": [", "\"bounds\": [\"2 rounds\", ", 1);
    let changed = changed.replacen("\"2 rounds\", ]", "\"2 rounds\"]", 1);
    assert_ne!(changed, text);
    std::fs::write(&path, changed).unwrap();
    let answer = scene.run(&["check-proof", "why"]);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.messages);
    assert!(answer.messages.contains("was changed"), "{}", answer.messages);
    let mut manifest: Manifest = serde_json::from_str(&text).unwrap();
    manifest.holds[0].check = "everything".to_owned();
    std::fs::write(&path, manifest.to_json().unwrap()).unwrap();
    let answer = scene.run(&["check-proof", "why"]);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.messages);
    assert!(answer.messages.contains("no such check"), "{}", answer.messages);
    std::fs::write(&path, text).unwrap();
    scene.write("why/0009.proof", b"raddle proof 1\n");
    let answer = scene.run(&["check-proof", "why"]);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.messages);
    assert!(answer.messages.contains("0009.proof"), "{}", answer.messages);
}

#[test]
fn an_answer_can_be_written_for_other_checkers() {
    let scene = scene();
    assert_eq!(certify(&scene, &["--engine", "order", "flag.c"]).code, Some(0));
    let arguments = ["check-proof", "why", "--export", "first"];
    assert_eq!(scene.run(&arguments).code, Some(0));
    let formula = std::fs::read_to_string(scene.path("first.cnf")).unwrap();
    let header: Vec<&str> = formula.lines().next().unwrap().split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    assert_eq!(header[3].parse(), Ok(formula.lines().count() - 1));
    let proof = std::fs::read_to_string(scene.path("first.lrat")).unwrap();
    let last: Vec<&str> = proof.lines().last().unwrap().split(' ').collect();
    assert_eq!(last[1], "0", "the proof ends with the empty clause");
    // Nothing is overwritten, and there is no such answer.
    let answer = scene.run(&arguments);
    assert_eq!(answer.code, Some(3));
    assert!(answer.messages.contains("choose another name"), "{}", answer.messages);
    let answer = scene.run(&["check-proof", "why", "--export", "x", "--answer", "999"]);
    assert_eq!(answer.code, Some(3), "{}", answer.messages);
    let says = answer.messages.contains("it has ") && !answer.messages.contains("refused");
    assert!(says, "{}", answer.messages);
}

#[test]
fn a_certificate_is_about_its_program() {
    let scene = scene();
    assert_eq!(certify(&scene, &["--engine", "order", "flag.c", "--", "-DN=1"]).code, Some(0));
    let with = |arguments: &[&str]| scene.run(&[&["check-proof", "why"], arguments].concat());
    let answer = with(&["flag.c", "--", "-DN=1"]);
    assert_eq!(answer.code, Some(0), "{}", answer.messages);
    assert!(answer.out.contains("that of the program given"), "{}", answer.out);
    let answer = with(&["lock.c"]);
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
    assert!(answer.messages.contains("another program"), "{}", answer.messages);
    assert_eq!(with(&["missing.c"]).code, Some(3));
}

#[test]
fn where_nothing_holds_there_is_no_certificate() {
    let scene = scene();
    let wrong = SINGLE.replace("< 2", "< 1");
    scene.write("wrong.c", wrong.as_bytes());
    let answer = certify(&scene, &["--engine", "bmc", "wrong.c"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.messages.contains("nothing holds"), "{}", answer.messages);
    assert!(!scene.path("why").exists());
    let answer = certify(&scene, &["--engine", "bmc", "lock.c"]);
    assert_eq!(answer.code, Some(2));
    assert!(!scene.path("why").exists());
}

#[test]
fn what_holds_beside_what_does_not_is_certified() {
    let scene = scene();
    let wrong = SINGLE.replace("< 2", "< 1");
    scene.write("wrong.c", wrong.as_bytes());
    let command = ["check", "--check", "assert,division", "--engine", "bmc", "--proof", "why"];
    let answer = scene.run(&[&command[..], &["wrong.c"]].concat());
    assert_eq!(answer.code, Some(1));
    assert!(answer.messages.contains("there is none for assert"), "{}", answer.messages);
    let answer = scene.run(&["check-proof", "why"]);
    assert!(answer.out.contains("division holds (bmc)"), "{}", answer.out);
    assert!(!answer.out.contains("assert holds"), "{}", answer.out);
}

#[test]
fn what_cannot_be_done_is_refused_before_anything_is_written() {
    let scene = scene();
    std::fs::create_dir(scene.path("full")).unwrap();
    scene.write("full/file", b"mine");
    let before = scene.files();
    for (arguments, says) in [
        (&["--engine", "explicit", "--proof", "new"][..], "--proof"),
        (&["--engine", "lazy", "--solver", "z3", "--proof", "new"], "--solver"),
        (&["--depth", "3", "--proof", "new"], "--proof"),
        (&["--engine", "lazy", "--proof", "full"], "not empty"),
        (&["--engine", "lazy", "--proof", "full/file/below"], "cannot write"),
        (&["--engine", "lazy", "--proof", "lock.c"], "this is a file, not a folder"),
    ] {
        let answer = scene.run(&[&["check"], arguments, &["lock.c"]].concat());
        assert_eq!(answer.code, Some(3), "{arguments:?}: {}", answer.messages);
        assert!(answer.messages.contains(says), "{arguments:?}: {}", answer.messages);
    }
    assert_eq!(scene.files(), before);
    assert_eq!(std::fs::read(scene.path("full/file")).unwrap(), b"mine");
    assert_eq!(scene.run(&["check-proof", "full"]).code, Some(3));
    for (folder, says) in [("nowhere", "no such folder"), ("lock.c", "this is a file")] {
        let answer = scene.run(&["check-proof", folder]);
        assert_eq!(answer.code, Some(3));
        assert!(answer.messages.contains(says), "{}", answer.messages);
    }
}

/// Any number of threads, each of which leaves 1 to 99 behind under the lock.
const TABLE: &str = "\
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
";

#[test]
fn what_modular_proves_can_be_checked_again() {
    let scene = Scene::new(&[("table.c", TABLE), ("lock.c", LOCK)]);
    let checks = ["check", "--check", "assert,race", "--time", "300", "--certificate", "why"];
    let answer = scene.run(&[&checks[..], &["--engine", "modular", "table.c"]].concat());
    assert_eq!(answer.code, Some(0), "{}", answer.messages);
    assert!(answer.out.contains("next: every access holds `m`"), "{}", answer.out);
    let answer = scene.run(&["check-proof", "why", "table.c"]);
    assert_eq!(answer.code, Some(0), "{}", answer.messages);
    assert!(answer.out.contains("race holds (modular)"), "{}", answer.out);
    assert_eq!(scene.run(&["check-proof", "why", "lock.c"]).code, Some(1));
    let name = scene.path("why/invariant.json");
    let text = std::fs::read_to_string(&name).unwrap();
    std::fs::write(&name, text.replace("2..99", "2..98")).unwrap();
    let answer = scene.run(&["check-proof", "why"]);
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
    assert!(answer.messages.contains("the certificate is refused: from"), "{}", answer.out);
}
