//! A program as a tree, and its C text.

use std::collections::BTreeSet;

use super::build::Builder;
use super::declarations::{DECLARATIONS, Declaration};
use super::layout::lines;
use super::tree::{Node, names, text_of};

/// A small multi-threaded C program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub(crate) threads: Vec<Thread>,
    /// What main does before it starts threads, while they run, and afterwards.
    pub(crate) before: Vec<Node>,
    pub(crate) meanwhile: Vec<Node>,
    pub(crate) after: Vec<Node>,
    /// What an outcome consists of; values that main can compute at the end.
    pub(crate) observed: Vec<String>,
    /// Threads are started as `threads.h` has it.
    pub(crate) standard_threads: bool,
    /// A thread is started only when the one before has ended.
    pub(crate) one_by_one: bool,
    /// Those that run one function are started in a loop, and joined in one.
    pub(crate) in_a_loop: bool,
    /// Drawn from the rows with faults too.
    pub(crate) can_fault: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thread {
    /// Stays the same when others are dropped.
    pub(crate) number: usize,
    pub(crate) body: Vec<Node>,
    pub(crate) result: Option<Node>,
    /// A second thread runs the same function.
    pub(crate) twice: bool,
    pub(crate) joined: bool,
}

/// A header is included if one of the words occurs.
const HEADERS: &[(&str, &[&str])] = &[
    ("assert.h", &["assert("]),
    ("pthread.h", &["pthread_"]),
    ("sched.h", &["sched_"]),
    ("semaphore.h", &["sem_"]),
    ("stdatomic.h", &["atomic_", "_Atomic"]),
    ("stdint.h", &["intptr_t"]),
    ("stdlib.h", &["alloc(", "free("]),
    ("string.h", &["memcpy", "memset"]),
    ("threads.h", &["thrd_", "mtx_", "cnd_"]),
    ("time.h", &["timespec"]),
];

/// Variables of a function's own, declared where they are mentioned.
const REGISTERS: &[&str] = &["r0", "r1", "l0", "l1", "l2"];

/// How the text ends.
enum End<'values> {
    Nothing,
    Outputs,
    Without(&'values [u64]),
}

/// Whether a text without races means to a machine what it means here: no inputs, no atomic
/// sections, and atomic accesses that are sequentially consistent.
pub fn is_for_machines(text: &str) -> bool {
    let weak = ["relaxed", "acq", "consume", "release", "RELEASE", "ACQ", "lock_test_and_set"];
    !text.contains("__VERIFIER_") && !weak.iter().any(|word| text.contains(word))
}

impl Program {
    /// The program of that number, always the same.
    pub fn random(seed: u64) -> Program {
        Builder::new(seed).program()
    }

    /// A complete C file.
    pub fn text(&self) -> String {
        self.file(&End::Nothing)
    }

    /// The program without its asserts. After the threads are joined main gives each
    /// observed value to `__raddle_output`, and returns 0.
    pub fn text_with_outputs(&self) -> String {
        self.file(&End::Outputs)
    }

    /// The program without its asserts, but for one at the end: that the observed values
    /// are not exactly these. It is violated if they can be.
    pub fn text_without_outcome(&self, values: &[u64]) -> String {
        self.file(&End::Without(values))
    }

    /// How many values are observed.
    pub fn observed(&self) -> usize {
        self.observed.len()
    }

    /// It may have undefined behaviour other than races, under some schedule or input.
    pub fn can_fault(&self) -> bool {
        self.can_fault
    }

    /// A compiled program can do only what the C text says, if it has no races: no
    /// undefined behaviour that the tables know of, and nothing else that
    /// [`is_for_machines`] knows.
    pub fn is_for_machines(&self) -> bool {
        !self.can_fault
            && is_for_machines(&self.text())
            && self.threads.iter().all(|thread| self.joins(thread))
    }

    fn file(&self, end: &End) -> String {
        let functions: String = self.threads.iter().map(|thread| self.function(thread)).collect();
        let needed = needed_by(&(functions.clone() + &self.main_body(end)));
        let main = self.main_function(end, &needed);
        let mut declared = String::new();
        for declaration in &needed {
            declared.push_str(declaration.text);
            declared.push('\n');
        }
        let rest = declared + "\n" + &functions + &main;
        let mut text = String::new();
        for (header, words) in HEADERS {
            if words.iter().any(|word| rest.contains(word)) {
                text.push_str(&format!("#include <{header}>\n"));
            }
        }
        text.push_str(match end {
            End::Nothing => "",
            End::Outputs => "\n#undef assert\n#define assert(condition) ((void)(condition))\nextern void __raddle_output(unsigned long long value);\n",
            End::Without(_) => "#include <assert.h>\n\nstatic void differs(int other)\n{\n    assert(other);\n}\n#undef assert\n#define assert(condition) ((void)(condition))\n",
        });
        text + "\n" + &rest
    }

    fn function(&self, thread: &Thread) -> String {
        let number = thread.number;
        let body = text_of(&thread.body);
        let result = thread.result.as_ref().map_or("0".to_owned(), Node::text);
        let all = thread.text();
        let given = names(&all).any(|name| name == "given");
        let mut locals = registers(&all);
        if given {
            locals.push_str("int *given = argument; ");
        }
        if names(&all).any(|name| name == "me") {
            let value =
                if given { number.to_string() } else { "(int)(intptr_t)argument".to_owned() };
            locals.push_str(&format!("int me = {value}; "));
        } else if !given {
            locals.push_str("(void)argument; ");
        }
        let (kind, end) = match (self.standard_threads, thread.result.is_some()) {
            (true, _) => ("int ", format!("return {result};")),
            (false, true) => ("void *", format!("return (void *)(intptr_t)({result});")),
            (false, false) => ("void *", "return 0;".to_owned()),
        };
        let inside = lines(&format!("{locals}{body} {end}"), 1);
        format!("static {kind}thread{number}(void *argument)\n{{\n{inside}}}\n\n")
    }

    fn main_function(&self, end: &End, needed: &[&Declaration]) -> String {
        let body = self.main_body(end);
        let mut start = registers(&body);
        if names(&body).any(|name| name == "given") {
            start.push_str("int local = 0; int *given = &local; ");
        }
        if names(&body).any(|name| name == "me") {
            start.push_str("int me = 0; ");
        }
        for number in [1, 2, 3] {
            let result = format!("result{number}");
            let known =
                self.threads.iter().any(|thread| thread.number == number && self.joins(thread));
            if !known && names(&body).any(|name| name == result) {
                start.push_str(&format!("int {result} = 0; "));
            }
        }
        let mut stop = String::new();
        for declaration in needed {
            start.push_str(declaration.setup);
            start.push(' ');
            if self.threads.iter().all(|thread| self.joins(thread)) {
                stop.push_str(declaration.teardown);
                stop.push(' ');
            }
        }
        let inside = lines(&format!("{start}{body} {stop}return 0;"), 1);
        format!("int main(void)\n{{\n{inside}}}\n")
    }

    /// What main does, without the variables and preparations that this needs.
    fn main_body(&self, end: &End) -> String {
        let after = text_of(&self.after) + " " + &self.ending(end);
        let mut parts = vec![text_of(&self.before)];
        let mut joins = Vec::new();
        for thread in &self.threads {
            if thread.twice && self.in_a_loop && !self.one_by_one {
                parts.push(self.start_in_a_loop(thread));
                joins.push(self.join_in_a_loop(thread, &after));
                continue;
            }
            let handles = if thread.twice { vec!["t", "u"] } else { vec!["t"] };
            for handle in handles {
                parts.push(self.start(thread, handle));
                let join = self.join(thread, handle, &after);
                if self.one_by_one { parts.push(join) } else { joins.push(join) }
            }
        }
        parts.push(text_of(&self.meanwhile));
        parts.extend(joins);
        parts.push(after);
        parts.join(" ")
    }

    fn start(&self, thread: &Thread, handle: &str) -> String {
        let number = thread.number;
        let name = format!("{handle}{number}");
        let who = if handle == "u" { number + 1 } else { number };
        let argument = thread.argument(&who.to_string());
        if self.standard_threads {
            format!("thrd_t {name}; thrd_create(&{name}, thread{number}, {argument});")
        } else {
            format!("pthread_t {name}; pthread_create(&{name}, 0, thread{number}, {argument});")
        }
    }

    fn start_in_a_loop(&self, thread: &Thread) -> String {
        let number = thread.number;
        let argument = thread.argument(&format!("(i + {number})"));
        let (kind, create) = match self.standard_threads {
            true => ("thrd_t", format!("thrd_create(&t{number}[i], thread{number}, {argument});")),
            false => (
                "pthread_t",
                format!("pthread_create(&t{number}[i], 0, thread{number}, {argument});"),
            ),
        };
        format!("{kind} t{number}[2]; for (int i = 0; i < 2; i++) {{ {create} }}")
    }

    fn join_in_a_loop(&self, thread: &Thread, after: &str) -> String {
        let number = thread.number;
        let result = format!("result{number}");
        if !self.joins(thread) {
            return String::new();
        }
        let join = match self.standard_threads {
            true => format!("thrd_join(t{number}[i], 0);"),
            false => format!("pthread_join(t{number}[i], 0);"),
        };
        // Of several results none is asked for.
        let asked = names(after).any(|name| name == result);
        let none = if asked { format!("int {result} = 0; ") } else { String::new() };
        format!("{none}for (int i = 0; i < 2; i++) {{ {join} }}")
    }

    fn join(&self, thread: &Thread, handle: &str, after: &str) -> String {
        let number = thread.number;
        let result = format!("result{number}");
        let asked = handle == "t" && names(after).any(|name| name == result);
        match (self.joins(thread), self.standard_threads, asked) {
            (false, ..) => String::new(),
            (true, true, true) => format!("int {result} = 0; thrd_join(t{number}, &{result});"),
            (true, true, false) => format!("thrd_join({handle}{number}, 0);"),
            (true, false, true) => format!(
                "void *value{number} = 0; pthread_join(t{number}, &value{number}); \
                 int {result} = (int)(intptr_t)value{number};"
            ),
            (true, false, false) => format!("pthread_join({handle}{number}, 0);"),
        }
    }

    /// Main waits for all threads, if one of them uses a variable of main's.
    fn joins(&self, thread: &Thread) -> bool {
        let uses_local = |thread: &Thread| names(&thread.text()).any(|name| name == "given");
        thread.joined || self.threads.iter().any(uses_local)
    }

    fn ending(&self, end: &End) -> String {
        match end {
            End::Nothing => String::new(),
            End::Outputs => {
                let output =
                    |value: &String| format!("__raddle_output((unsigned long long)({value}));");
                self.observed.iter().map(output).collect::<Vec<_>>().join(" ")
            }
            End::Without(values) => {
                let mut text = String::new();
                let mut equal = vec!["1".to_owned()];
                for (index, (observed, value)) in self.observed.iter().zip(*values).enumerate() {
                    text.push_str(&format!(
                        "unsigned long long o{index} = (unsigned long long)({observed}); "
                    ));
                    equal.push(format!("o{index} == {value}ULL"));
                }
                format!("{text}differs(!({}));", equal.join(" && "))
            }
        }
    }
}

impl Thread {
    /// What is given to it, if it is that one.
    fn argument(&self, who: &str) -> String {
        let text = self.text();
        let mentions = |wanted: &str| names(&text).any(|name| name == wanted);
        if mentions("given") {
            "given".to_owned()
        } else if mentions("me") {
            format!("(void *)(intptr_t){who}")
        } else {
            "0".to_owned()
        }
    }

    /// What is in the function, all on one line.
    fn text(&self) -> String {
        let result = self.result.as_ref().map_or(String::new(), Node::text);
        text_of(&self.body) + " " + &result
    }
}

fn registers(body: &str) -> String {
    let used: BTreeSet<&str> = names(body).collect();
    let declare = |name: &&&str| format!("int {name} = 0; ");
    REGISTERS.iter().filter(|name| used.contains(*name)).map(|name| declare(&name)).collect()
}

/// What the text mentions, and what that mentions, in the order of declaration.
fn needed_by(text: &str) -> Vec<&'static Declaration> {
    let mut mentioned: BTreeSet<&str> = names(text).collect();
    let mut needed = Vec::new();
    for declaration in DECLARATIONS.iter().rev() {
        if declaration.names.iter().any(|name| mentioned.contains(name)) {
            for part in [declaration.text, declaration.setup, declaration.teardown] {
                mentioned.extend(names(part));
            }
            needed.push(declaration);
        }
    }
    needed.reverse();
    needed
}
