//! Violations really show: programs are checked, built, and run natively along the trace.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use raddle_test_support::root;
use raddle_test_support::scene::{Answer, Scene};

/// Programs of `tests/programs`, the check, and what clang is told. Together they have every kind
/// of violation and most of what threads wait for.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("concurrency/lost_update.c", "assert", &[]),
    ("concurrency/store_buffering.c", "assert", &["-DREAD_FIRST"]),
    ("concurrency/aba_stack.c", "assert", &[]),
    ("concurrency/atomic_counter.c", "assert", &["-DIN_TWO_STEPS"]),
    ("concurrency/atomic_sections.c", "assert", &["-DOPEN"]),
    ("concurrency/torn_structure.c", "assert", &[]),
    ("concurrency/main_returns_early.c", "assert", &[]),
    ("symbolic/threads/lost_addition.c", "assert", &[]),
    ("symbolic/threads/compare_and_swap.c", "assert", &["-DONCE"]),
    ("symbolic/threads/producer_and_consumer.c", "assert", &["-DNEVER_FULL"]),
    ("symbolic/threads/semaphore_tried.c", "assert", &["-DFORBIDDEN=1"]),
    ("concurrency/lost_wake_up.c", "deadlock", &[]),
    ("concurrency/signal_or_broadcast.c", "deadlock", &["-DWAKE=pthread_cond_signal"]),
    ("concurrency/philosophers_three.c", "deadlock", &[]),
    ("concurrency/lock_twice.c", "deadlock", &[]),
    ("concurrency/local_deadlock.c", "deadlock", &[]),
    ("concurrency/forgotten_unlock.c", "deadlock", &[]),
    ("symbolic/threads/lock_order_by_input.c", "deadlock", &[]),
    ("concurrency/message_passing.c", "race", &["-DPLAIN"]),
    ("concurrency/neighbouring_bitfields.c", "race", &[]),
    ("arithmetic/overflow_by_interleaving.c", "overflow", &[]),
    ("arithmetic/divisor_of_another_thread.c", "division", &[]),
    ("nondet/reach_error.c", "reach", &[]),
    ("memory/freed_by_another_thread.c", "memory", &[]),
    ("memory/double_free.c", "memory", &[]),
];

fn program(name: &str) -> String {
    root().join("tests/programs").join(name).to_string_lossy().into_owned()
}

/// Checks the program, then replays the trace natively, with more arguments.
fn native(scene: &Scene, file: &str, check: &str, clang: &[&str], more: &[&str]) -> Answer {
    let mut line = vec!["check", "-q", "--check", check, "--trace", "bug.json", file, "--"];
    line.extend(clang);
    let answer = scene.run(&line);
    assert_eq!(answer.code, Some(1), "{file}: {}{}", answer.out, answer.messages);
    let mut line = vec!["replay", "--native", "bug.json", file];
    line.extend(more);
    scene.run(&line)
}

#[test]
fn violations_show_natively() {
    let left = Mutex::new(PROGRAMS.iter());
    let problems = Mutex::new(String::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let next = || left.lock().unwrap().next();
                while let Some((name, check, clang)) = next() {
                    let scene = Scene::new(&[]);
                    let answer = native(&scene, &program(name), check, clang, &[]);
                    if answer.code != Some(1) || scene.files() != ["bug.json"] {
                        let said = format!("{name}: {}{}\n", answer.out, answer.messages);
                        problems.lock().unwrap().push_str(&said);
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().unwrap();
    assert!(problems.is_empty(), "{problems}");
}

/// What is in the middle of a small program: declarations, what a thread does and what `main`
/// does meanwhile, both with a lock, and what is asserted then.
const MIDDLES: &[(&str, &str, &str, &str)] = &[
    // A copy of what is shared, into what is not.
    (
        "struct s { int a, b, c; } g, copy;",
        "g.a = 1; g.b = 2; g.c = 3;",
        "copy = g;",
        "copy.c != 3",
    ),
    (
        "int g[3], copy[3];",
        "g[1] = 2;",
        "for (int i = 0; i < 2; i++) copy[2] = 0, memcpy(copy, g, 12);",
        "copy[1] != 2",
    ),
    // Both are shared, and the copy begins inside of them.
    (
        "int g[4], h[4];",
        "g[1] = 5; g[2] = 6; h[3] = 9;",
        "memcpy(h + 2, g + 1, 8);",
        "h[2] != 5 || h[3] != 6",
    ),
    // Passed and returned by value.
    (
        "struct s { int a[6]; } g;\nint v, w;\nint last(struct s x) { return x.a[5]; }\n\
         struct s get(void) { return g; }",
        "g.a[5] = 6;",
        "v = last(g); w = get().a[5];",
        "v + w != 12",
    ),
    // A thread's own data are destroyed when it has ended.
    (
        "pthread_key_t key;\nint d;\nvoid add(void *p) { *(int *)p += 1; }\n\
         __attribute__((constructor)) void make(void) { pthread_key_create(&key, add); }",
        "pthread_setspecific(key, &d);",
        "",
        "d != 1",
    ),
];

#[test]
fn small_violations_show_natively() {
    for (declarations, thread, main, assertion) in MIDDLES {
        let text = format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <string.h>\n\
             pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n{declarations}\n\
             void *run(void *unused) {{\n  pthread_mutex_lock(&m);\n  {thread}\n\
             pthread_mutex_unlock(&m);\n  return 0;\n}}\n\
             int main(void) {{\n  pthread_t one;\n  pthread_create(&one, 0, run, 0);\n\
             pthread_mutex_lock(&m);\n  {main}\n  pthread_mutex_unlock(&m);\n\
             pthread_join(one, 0);\n  assert({assertion});\n}}\n"
        );
        let scene = Scene::new(&[("a.c", &text)]);
        let answer = native(&scene, "a.c", "assert", &[], &[]);
        assert_eq!(answer.code, Some(1), "{text}{}{}", answer.out, answer.messages);
    }
}

/// Whole programs, with the check.
const WHOLE: &[(&str, &str)] = &[
    // Nothing but the end of its memory comes before a wrong access.
    (
        "memory",
        "void *drop(void *p) {\n  free(p);\n  return 0;\n}\nint main(void) {\n\
         \x20 long *p = malloc(sizeof *p);\n  pthread_t one;\n  pthread_create(&one, 0, drop, p);\n\
         \x20 *p = 2;\n  pthread_join(one, 0);\n}\n",
    ),
    // The same, where the memory moves.
    (
        "memory",
        "char *text;\nvoid *grow(void *unused) {\n  text = realloc(text, 100);\n  return 0;\n}\n\
         int main(void) {\n  char *mine = text = strdup(\"text\");\n  pthread_t one;\n\
         \x20 pthread_create(&one, 0, grow, 0);\n  char first = mine[0];\n\
         \x20 pthread_join(one, 0);\n  return first;\n}\n",
    ),
    // Threads that begin before `main`.
    (
        "assert",
        "int flag;\nvoid *look(void *unused) {\n  assert(flag != 1);\n  return 0;\n}\n\
         __attribute__((constructor)) void start(void) {\n  pthread_t one;\n\
         \x20 pthread_create(&one, 0, look, 0);\n  pthread_detach(one);\n}\n\
         int main(void) {\n  flag = 1;\n  flag = 2;\n}\n",
    ),
    // Cancelled while it waits.
    (
        "assert",
        "sem_t s;\nint begun;\nvoid *wait(void *unused) {\n  begun = 1;\n  sem_wait(&s);\n\
         \x20 return 0;\n}\nint main(void) {\n  void *result;\n  pthread_t one;\n\
         \x20 sem_init(&s, 0, 0);\n  pthread_create(&one, 0, wait, 0);\n  pthread_cancel(one);\n\
         \x20 pthread_join(one, &result);\n  assert(result != PTHREAD_CANCELED || !begun);\n}\n",
    ),
    // A writer that waits keeps readers out.
    (
        "deadlock",
        "pthread_rwlock_t l;\nvoid *write_it(void *unused) {\n  pthread_rwlock_wrlock(&l);\n\
         \x20 pthread_rwlock_unlock(&l);\n  return 0;\n}\nint main(void) {\n  pthread_t one;\n\
         \x20 pthread_rwlockattr_t a;\n  pthread_rwlockattr_init(&a);\n\
         \x20 pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);\n\
         \x20 pthread_rwlock_init(&l, &a);\n  pthread_create(&one, 0, write_it, 0);\n\
         \x20 pthread_rwlock_rdlock(&l);\n  pthread_rwlock_rdlock(&l);\n\
         \x20 pthread_rwlock_unlock(&l);\n  pthread_rwlock_unlock(&l);\n\
         \x20 pthread_join(one, 0);\n}\n",
    ),
];

#[test]
fn whole_programs_fail_natively() {
    for (check, text) in WHOLE {
        let text = format!(
            "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n\
             #include <semaphore.h>\n#include <stdlib.h>\n#include <string.h>\n{text}"
        );
        let scene = Scene::new(&[("a.c", &text)]);
        let answer = native(&scene, "a.c", check, &[], &[]);
        assert_eq!(answer.code, Some(1), "{text}{}{}", answer.out, answer.messages);
    }
}

/// clang takes a variable that is used very often for one that may be shared: its accesses are
/// announced, at the place of a macro that has others, and the trace has a register for it.
#[test]
fn what_clang_announces_without_need_is_passed_over() {
    let uses = "  if (!p) return 0;\n".repeat(130);
    let text = format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n\
         #define START(id, argument) pthread_create((id), 0, work, (argument))\n\
         struct pool {{ pthread_t *ids; int sum; }};\n\
         void *work(void *p) {{\n  ((struct pool *)p)->sum += 1;\n  return 0;\n}}\n\
         struct pool *make(void) {{\n  struct pool *p = calloc(1, sizeof *p);\n{uses}\
         \x20 p->ids = calloc(2, sizeof *p->ids);\n  for (int i = 0; i < 2; i++)\n\
         \x20   if (START(&p->ids[i], p))\n      return 0;\n  return p;\n}}\n\
         int main(void) {{\n  struct pool *p = make();\n  for (int i = 0; i < 2; i++)\n\
         \x20   pthread_join(p->ids[i], 0);\n  assert(p->sum == 2);\n}}\n"
    );
    let scene = Scene::new(&[("a.c", &text)]);
    let answer = native(&scene, "a.c", "assert", &[], &[]);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.messages);
}

/// What may not show is told before it is tried.
#[test]
fn doubts_are_told_first() {
    for (check, body, doubt) in [
        (
            "deadlock",
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             int main(void) { pthread_mutex_unlock(&m); }\n",
            "a misuse of a lock",
        ),
        ("assert", "int main(void) { int x; assert(x != 7); }\n", "uninitialised local variables"),
        (
            "assert",
            "int main(void) { char b[2]; assert(!fgets(b, 2, stdin) || b[0] != 'x'); }\n",
            "`fgets` is the system's",
        ),
        (
            "memory",
            "int *p;\nvoid f(void) { int x = 0; p = &x; }\nint main(void) { f(); return *p; }\n",
            "an access around a variable",
        ),
        (
            "race",
            "int data, flag;\n\
             void *send(void *unused) { data = 1; __atomic_store_n(&flag, 1, 0); return unused; }\n\
             int main(void) { pthread_t t; pthread_create(&t, 0, send, 0);\n\
             if (__atomic_load_n(&flag, 0)) data = 2;\n\
             pthread_join(t, 0); }\n",
            "their first thread goes on in the trace",
        ),
    ] {
        let text = format!("#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n{body}");
        let scene = Scene::new(&[("a.c", &text)]);
        let answer = native(&scene, "a.c", check, &[], &[]);
        assert!(answer.messages.contains("this may not show natively: "), "{text}");
        assert!(answer.messages.contains(doubt), "{text}{}", answer.messages);
    }
}

/// Structures and arrays of a function, handed to a thread by their address: each access of a
/// member has its turn, too.
#[test]
fn members_of_local_variables_are_held() {
    let text = "#include <assert.h>\n#include <pthread.h>\nstruct job { int in, out, steps[2]; };\n\
        void *work(void *argument) {\n  struct job *job = argument;\n\
        \x20 if (job->steps[1] == 1)\n    job->out = job->in * 2;\n  return 0;\n}\n\
        int main(void) {\n  pthread_t one;\n  struct job job = {.in = 3};\n\
        \x20 pthread_create(&one, 0, work, &job);\n  job.steps[1] = 1;\n  job.steps[1] = 3;\n\
        \x20 job.in = 4;\n  job.in = 5;\n  pthread_join(one, 0);\n  int out = job.out;\n\
        \x20 assert(out != 8);\n}\n";
    let scene = Scene::new(&[("a.c", text)]);
    for check in ["assert", "race"] {
        let answer = native(&scene, "a.c", check, &[], &[]);
        assert_eq!(answer.code, Some(1), "{check}: {}{}", answer.out, answer.messages);
    }
}

const COUNTER: &str = "#include <assert.h>\n#include <pthread.h>\nint counter;\n\
    void *add(void *unused) { counter++; return 0; }\n\
    int main(void) {\n  pthread_t one, two;\n\
    pthread_create(&one, 0, add, 0);\n  pthread_create(&two, 0, add, 0);\n\
    pthread_join(one, 0);\n  pthread_join(two, 0);\n  assert(counter == 2);\n}\n";

#[test]
fn the_assertion_and_the_place_are_told() {
    let scene = Scene::new(&[("a.c", COUNTER)]);
    let answer = native(&scene, "a.c", "assert", &[], &[]);
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
    assert!(answer.out.contains("assert violated natively"), "{}", answer.out);
    assert!(answer.messages.contains("Assertion `counter == 2' failed"), "{}", answer.messages);
    assert!(answer.messages.contains("main fails at a.c:11; followed "), "{}", answer.messages);
    let turns = answer.messages.split("followed ").nth(1).unwrap();
    let words: Vec<&str> = turns.split_whitespace().take(4).collect();
    assert_eq!(words[..], [words[0], "of", words[0], "turns"], "{}", answer.messages);
}

#[test]
fn a_kept_program_runs_again_by_itself() {
    let scene = Scene::new(&[("a.c", COUNTER)]);
    let answer = native(&scene, "a.c", "race", &[], &["--quiet", "--keep", "kept"]);
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
    assert!(answer.messages.is_empty(), "{}", answer.messages);
    for _ in 0..20 {
        let output = Command::new(scene.path("kept/program")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(81), "{said}");
        assert!(said.contains("a race: ") && said.contains("a.c:4"), "{said}");
    }
    // A folder with anything in it is not touched.
    let before = std::fs::read(scene.path("kept/program")).unwrap();
    let answer = scene.run(&["replay", "--native", "--keep", "kept", "bug.json", "a.c"]);
    assert_eq!(answer.code, Some(3), "{}", answer.messages);
    assert!(answer.messages.contains("not empty"), "{}", answer.messages);
    assert_eq!(std::fs::read(scene.path("kept/program")).unwrap(), before);
}

/// The program that is built has another value there: the run parts from the trace.
#[test]
fn a_run_that_goes_another_way_says_where() {
    let text = "#include <assert.h>\n#include <pthread.h>\nint flag, other;\n\
        #define KNOB !__has_feature(thread_sanitizer)\n\
        void *set(void *unused) { flag = 1; return 0; }\n\
        int main(void) {\n  pthread_t one;\n  pthread_create(&one, 0, set, 0);\n\
        \x20 if (flag)\n    other = KNOB;\n  pthread_join(one, 0);\n  assert(!other);\n}\n";
    let scene = Scene::new(&[("a.c", text)]);
    let answer = native(&scene, "a.c", "assert", &[], &[]);
    assert_eq!(answer.code, Some(2), "{}", answer.messages);
    assert!(answer.out.contains("assert not shown natively"), "{}", answer.out);
    assert!(answer.messages.contains("has not failed as in the trace"), "{}", answer.messages);
}

#[test]
fn what_cannot_be_built_is_an_error() {
    let scene = Scene::new(&[("a.c", COUNTER)]);
    let answer = native(&scene, "a.c", "assert", &[], &["--", "-lno_such_library"]);
    assert_eq!(answer.code, Some(3), "{}", answer.messages);
    assert!(answer.messages.contains("no_such_library"), "{}", answer.messages);
}

/// Where headers are may have changed since; that what they say has not is still looked at.
#[test]
fn headers_may_have_moved() {
    let text = format!("#include \"wanted.h\"\n{}", COUNTER.replace("== 2", "== WANTED"));
    let scene = Scene::new(&[("a.c", &text)]);
    for (folder, header) in [("old", "2"), ("new", "2"), ("other", "3 - 2")] {
        std::fs::create_dir(scene.path(folder)).unwrap();
        let header = format!("#define WANTED {header}\n");
        scene.write(&format!("{folder}/wanted.h"), header.as_bytes());
    }
    let check = ["check", "-q", "--check", "assert", "--trace", "bug.json", "a.c", "--", "-Iold"];
    assert_eq!(scene.run(&check).code, Some(1));
    std::fs::remove_dir_all(scene.path("old")).unwrap();
    let replay = ["replay", "--native", "bug.json", "a.c", "--"];
    let answer = scene.run(&[&replay[..], &["-Inew"]].concat());
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.messages);
    let answer = scene.run(&[&replay[..], &["-Iother"]].concat());
    assert_eq!(answer.code, Some(2), "{}{}", answer.out, answer.messages);
    assert!(answer.messages.contains("has changed since"), "{}", answer.messages);
}

#[test]
fn programs_of_several_files_are_built() {
    let part = "extern int counter;\nvoid *add(void *unused) { counter++; return 0; }\n";
    let rest = COUNTER.replace("{ counter++; return 0; }", ";");
    let scene = Scene::new(&[("a.c", &rest), ("b file.c", part)]);
    let check = ["check", "-q", "--check", "assert", "--trace", "bug.json", "a.c", "b file.c"];
    assert_eq!(scene.run(&check).code, Some(1));
    let answer = scene.run(&["replay", "--native", "bug.json", "a.c", "b file.c"]);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.messages);
}

/// Beginnings for which a name is passed on with `./`, and with which a user may write it; and
/// line breaks, which the assembler must not see.
#[test]
fn names_of_files_may_be_anything() {
    for name in ["./a.c", "@a.c", "a\nb.c"] {
        let scene = Scene::new(&[(name, COUNTER)]);
        let answer = native(&scene, name, "assert", &[], &[]);
        assert_eq!(answer.code, Some(1), "{name}: {}{}", answer.out, answer.messages);
    }
}

/// Preprocessed text says where it came from: that need not be here, nor anywhere.
#[test]
fn the_original_of_preprocessed_text_may_be_missing() {
    let text = format!("#line 1 \"gone/original.c\"\n{COUNTER}");
    let scene = Scene::new(&[("a.c", &text)]);
    let answer = native(&scene, "a.c", "assert", &[], &[]);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.messages);
    let says = "main fails at gone/original.c:11";
    assert!(answer.messages.contains(says), "{}", answer.messages);
}

#[test]
fn every_clang_will_do() {
    for version in 14..=20 {
        let name = format!("clang-{version}");
        if Command::new(&name).arg("--version").output().is_err() {
            continue;
        }
        let scene = Scene::new(&[("a.c", COUNTER)]);
        let check = ["check", "-q", "--check", "assert", "--clang", &name, "--trace", "bug.json"];
        assert_eq!(scene.run(&[&check[..], &["a.c"]].concat()).code, Some(1));
        let answer = scene.run(&["replay", "--native", "--clang", &name, "bug.json", "a.c"]);
        assert_eq!(answer.code, Some(1), "{name}: {}{}", answer.out, answer.messages);
    }
}

/// What `scanf` reads is no part of a trace; the program has the input of the tool. What it prints
/// is not lost when it fails.
#[test]
fn input_and_output_are_passed_on() {
    let text = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  int number = 0;\n\
        \x20 printf(\"Which? \");\n\
        \x20 if (scanf(\"%d\", &number) == 1)\n    assert(number != 7);\n}\n";
    let scene = Scene::new(&[("a.c", text)]);
    let check = ["check", "-q", "--check", "assert", "--trace", "bug.json", "a.c"];
    assert_eq!(scene.run(&check).code, Some(1));
    for (input, code) in [("7\n", 1), ("8\n", 2)] {
        scene.write("input", input.as_bytes());
        let mut command = scene.command(&["replay", "--native", "bug.json", "a.c"]);
        command.stdin(std::fs::File::open(scene.path("input")).unwrap());
        let answer = Answer::from(command.output().unwrap());
        assert_eq!(answer.code, Some(code), "{input}: {}{}", answer.out, answer.messages);
        assert!(answer.out.contains("Which? "), "{}", answer.out);
    }
}

/// Replays in gdb, which is told something more; nothing where there is no gdb.
fn in_gdb(text: &str, check: &str, words: &str) -> Option<Answer> {
    let scene = Scene::new(&[("a.c", text)]);
    let arguments = ["check", "-q", "--check", check, "--trace", "bug.json", "a.c"];
    assert_eq!(scene.run(&arguments).code, Some(1));
    let mut command = scene.command(&["replay", "--native", "--gdb", "bug.json", "a.c"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may have ended already, for want of gdb.
    let _ = child.stdin.take().unwrap().write_all(format!("{words}\nquit\n").as_bytes());
    let answer = Answer::from(child.wait_with_output().unwrap());
    if Command::new("gdb").arg("--version").output().is_ok() {
        return Some(answer);
    }
    assert_eq!(answer.code, Some(3));
    assert!(answer.messages.contains("there is no gdb"), "{}", answer.messages);
    None
}

/// Two locks in opposite orders; `main` is not among those that wait for each other.
const OPPOSITE: &str = "#include <pthread.h>\n\
    pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n\
    void take(pthread_mutex_t *x, pthread_mutex_t *y) {\n\
    \x20 pthread_mutex_lock(x);\n  pthread_mutex_lock(y);\n\
    \x20 pthread_mutex_unlock(y);\n  pthread_mutex_unlock(x);\n}\n\
    void *one(void *unused) { take(&a, &b); return 0; }\n\
    void *two(void *unused) { take(&b, &a); return 0; }\n\
    int main(void) {\n  pthread_t first, second;\n\
    \x20 pthread_create(&first, 0, one, 0);\n  pthread_create(&second, 0, two, 0);\n\
    \x20 pthread_detach(first);\n  pthread_detach(second);\n  pthread_exit(0);\n}\n";

/// Not in our watch, which notices it; and threads have the numbers that the manual says.
#[test]
fn gdb_shows_a_thread_that_waits() {
    let Some(answer) = in_gdb(OPPOSITE, "deadlock", "thread 3\nbacktrace\nthread 4\nbacktrace")
    else {
        return;
    };
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
    for says in ["one (unused=", "two (unused="] {
        assert!(answer.out.contains(says), "{says}: {}{}", answer.out, answer.messages);
    }
    let shown = answer.out.matches("in take (").count();
    assert_eq!(shown, 3, "{}{}", answer.out, answer.messages);
}

#[test]
fn gdb_stops_at_the_failure() {
    let Some(answer) = in_gdb(COUNTER, "assert", "print counter") else { return };
    assert!(answer.out.contains("raddle_failed"), "{}{}", answer.out, answer.messages);
    assert!(answer.out.contains("main () at a.c:11"), "{}", answer.out);
    assert!(answer.out.contains("$1 = 1"), "{}", answer.out);
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
}
