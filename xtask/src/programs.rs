//! Programs that are made for a size, in C: the number of threads, the rounds of a loop.
//! They are our own, after structures that are common in the literature on bounded model
//! checking (a counter under a lock; two threads that race through the Fibonacci numbers;
//! a stack and a queue between two threads). Each says whether its assertion holds.

/// A program and what is true of it.
pub struct Program {
    pub text: String,
    pub holds: bool,
}

/// The numbers of the Fibonacci program fit into 32 bits up to here.
pub const MOST_FIBONACCI_ROUNDS: u32 = 20;

const HEAD: &str = "#include <assert.h>\n#include <pthread.h>\n";

fn program(holds: bool, body: &str) -> Program {
    Program { text: format!("{HEAD}{body}"), holds }
}

/// Starts a thread for each of these functions and waits for all; then come the checks.
fn main_function(threads: &[&str], checks: &str) -> String {
    let count = threads.len();
    let start: String = threads
        .iter()
        .enumerate()
        .map(|(number, body)| format!("    pthread_create(&threads[{number}], 0, {body}, 0);\n"))
        .collect();
    let join: String =
        (0..count).map(|number| format!("    pthread_join(threads[{number}], 0);\n")).collect();
    format!("int main(void) {{\n    pthread_t threads[{count}];\n{start}{join}{checks}}}\n")
}

/// Threads that count under a lock: nothing is lost.
pub fn locked_counter(threads: u32, rounds: u32) -> Program {
    let total = threads * rounds;
    let main =
        main_function(&vec!["add"; threads as usize], &format!("    assert(count == {total});\n"));
    program(
        true,
        &format!(
            "static unsigned count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused) {{
    for (int round = 0; round < {rounds}; round++) {{
        pthread_mutex_lock(&lock);
        count += 1;
        pthread_mutex_unlock(&lock);
    }}
    return unused;
}}
{main}"
        ),
    )
}

/// Threads that count without a lock. That the count is never too high holds; that nothing
/// is lost does not, where there are two threads or more.
pub fn racing_counter(threads: u32, rounds: u32, holds: bool) -> Program {
    let total = threads * rounds;
    let relation = if holds { "<=" } else { "==" };
    let main = main_function(
        &vec!["add"; threads as usize],
        &format!("    assert(count {relation} {total});\n"),
    );
    program(
        holds || threads < 2,
        &format!(
            "static unsigned count;
static void *add(void *unused) {{
    for (int round = 0; round < {rounds}; round++)
        count += 1;
    return unused;
}}
{main}"
        ),
    )
}

/// One thread adds the second number to the first while another adds the first to the
/// second. The largest number comes from strict alternation, so that a violation needs the
/// longest interleaving there is, and a proof must exclude all others.
pub fn fibonacci(rounds: u32, holds: bool) -> Program {
    let largest = fibonacci_number(2 * rounds + 2);
    let relation = if holds { "<=" } else { "<" };
    let main = main_function(
        &["add_second", "add_first"],
        &format!("    assert(first {relation} {largest}u && second {relation} {largest}u);\n"),
    );
    program(
        holds,
        &format!(
            "static unsigned first = 1, second = 1;
static void *add_second(void *unused) {{
    for (int round = 0; round < {rounds}; round++)
        first += second;
    return unused;
}}
static void *add_first(void *unused) {{
    for (int round = 0; round < {rounds}; round++)
        second += first;
    return unused;
}}
{main}"
        ),
    )
}

/// 1, 1, 2, 3, 5, ...
fn fibonacci_number(index: u32) -> u64 {
    let mut pair = (0_u64, 1_u64);
    for _ in 0..index {
        pair = (pair.1, pair.0.saturating_add(pair.1));
    }
    pair.0
}

/// One thread pushes and another pops where there is something, under a lock: never below
/// the bottom, never above the top.
pub fn stack(rounds: u32) -> Program {
    let main = main_function(&["push_all", "pop_all"], "");
    program(
        true,
        &format!(
            "static int top, places[{rounds}];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *push_all(void *unused) {{
    for (int round = 0; round < {rounds}; round++) {{
        pthread_mutex_lock(&lock);
        assert(top < {rounds});
        places[top] = round + 1;
        top++;
        pthread_mutex_unlock(&lock);
    }}
    return unused;
}}
static void *pop_all(void *unused) {{
    for (int round = 0; round < {rounds}; round++) {{
        pthread_mutex_lock(&lock);
        if (top > 0) {{
            top--;
            assert(places[top] > 0);
        }}
        pthread_mutex_unlock(&lock);
    }}
    return unused;
}}
{main}"
        ),
    )
}

/// One thread sends the numbers from 1 on through a ring, another receives them: in the
/// order in which they were sent.
pub fn queue(rounds: u32) -> Program {
    let main = main_function(&["send_all", "receive_all"], "");
    program(
        true,
        &format!(
            "static int sent, received, places[{rounds}];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *send_all(void *unused) {{
    for (int round = 0; round < {rounds}; round++) {{
        pthread_mutex_lock(&lock);
        places[sent] = round + 1;
        sent++;
        pthread_mutex_unlock(&lock);
    }}
    return unused;
}}
static void *receive_all(void *unused) {{
    for (int round = 0; round < {rounds}; round++) {{
        pthread_mutex_lock(&lock);
        if (received < sent) {{
            assert(places[received] == received + 1);
            received++;
        }}
        pthread_mutex_unlock(&lock);
    }}
    return unused;
}}
{main}"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fibonacci_programs_know_the_largest_number() {
        assert_eq!([1, 2, 3, 12].map(fibonacci_number), [1, 1, 2, 144]);
        assert!(u32::try_from(fibonacci_number(2 * MOST_FIBONACCI_ROUNDS + 2)).is_ok());
        assert!(fibonacci(5, true).text.contains("first <= 144u"));
        assert!(fibonacci(5, false).text.contains("second < 144u"));
    }

    #[test]
    fn sizes_are_in_the_text() {
        let three = locked_counter(3, 7).text;
        assert_eq!(three.matches("pthread_create").count(), 3);
        assert_eq!(three.matches("pthread_join").count(), 3);
        assert!(three.contains("round < 7") && three.contains("count == 21"));
        assert!(racing_counter(1, 2, false).holds && !racing_counter(2, 1, false).holds);
    }

    #[test]
    fn braces_are_balanced() {
        let programs = [
            locked_counter(2, 2),
            racing_counter(2, 2, true),
            fibonacci(2, true),
            stack(2),
            queue(2),
        ];
        for Program { text, .. } in programs {
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
        }
    }
}
