//! The rows of table 1 of the paper (see `lazy_cseq.rs`), with its figures.
//!
//! Each row has the paper's bounds and its seconds as printed there, where a negative number
//! says why there is none (−1 timeout at 750 s, −2 internal error, −3 not translated, −4
//! rejected, −5 unknown failure). The first five columns are Lazy-CSeq with different
//! sequential verifiers, the others are tools with a concurrency of their own. Of those, the
//! paper says, only the newest CBMC finds all errors, which tells its column from the others.

pub struct Row {
    pub name: &'static str,
    /// Below `bench`, without its ending.
    pub file: &'static str,
    /// The program's sizes.
    pub macros: &'static [&'static str],
    /// The paper's own program among the verification tasks, without its ending.
    pub task: Option<&'static str>,
    pub unwind: u32,
    pub rounds: u32,
    /// What runs when all rounds are over.
    pub end: End,
    seconds: [f64; 11],
}

/// The paper's rounds end with the last thread's turn, and its tool lets `main` go on after
/// that: sigma is found in one round, although only `main` can find it, and only after all
/// threads. Here that is a turn in a round of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The error is in a thread.
    Thread,
    /// The error is at the end of `main`.
    Main,
}

const LAZY_CSEQ: std::ops::Range<usize> = 0..5;
const CBMC: usize = 6;

impl Row {
    /// Lazy-CSeq with the verifier that suits it best.
    pub fn lazy_cseq(&self) -> Option<f64> {
        shortest(&self.seconds[LAZY_CSEQ])
    }

    /// The partial orders of CBMC 4.7.
    pub fn cbmc(&self) -> Option<f64> {
        shortest(&self.seconds[CBMC..=CBMC])
    }

    pub fn best(&self) -> Option<f64> {
        shortest(&self.seconds)
    }

    pub fn own_rounds(&self) -> u32 {
        match self.end {
            End::Thread => self.rounds,
            End::Main => self.rounds + 1,
        }
    }
}

fn shortest(seconds: &[f64]) -> Option<f64> {
    seconds.iter().copied().filter(|one| *one >= 0.0).min_by(f64::total_cmp)
}

const fn row(
    name: &'static str,
    (file, macros): (&'static str, &'static [&'static str]),
    task: Option<&'static str>,
    (unwind, rounds, end): (u32, u32, End),
    seconds: [f64; 11],
) -> Row {
    Row { name, file, macros, task, unwind, rounds, end, seconds }
}

pub const ROWS: &[Row] = &[
    row(
        "boop",
        ("lazy_cseq/boop", &[]),
        None,
        (2, 2, End::Thread),
        [0.3, 0.3, 0.3, 0.8, 0.4, -5.0, 0.4, 1.9, 1.0, -1.0, 117.6],
    ),
    row(
        "buggy_simple_loop1",
        ("lazy_cseq/buggy_simple_loop1", &[]),
        None,
        (2, 1, End::Thread),
        [0.2, 0.2, 0.2, 0.3, 0.3, -5.0, 0.3, 0.8, 0.2, 624.7, 0.3],
    ),
    row(
        "pthread5",
        ("lazy_cseq/pthread5", &[]),
        None,
        (2, 2, End::Thread),
        [0.4, 0.2, 0.3, 0.2, 0.2, -5.0, 0.8, 2.2, -2.0, -1.0, -1.0],
    ),
    row(
        "barrier",
        ("lazy_cseq/barrier", &[]),
        None,
        (4, 1, End::Thread),
        [0.2, 0.3, 0.2, 0.3, 0.3, -5.0, 0.6, 0.8, -2.0, -2.0, 0.7],
    ),
    row(
        "bigshot_p",
        ("lazy_cseq/bigshot", &[]),
        Some("pthread/bigshot_p"),
        (1, 2, End::Main),
        [0.3, 0.4, 0.3, 0.3, 0.6, 0.4, 0.3, -3.0, -4.0, 1.7, -2.0],
    ),
    row(
        "bigshot_s",
        ("lazy_cseq/bigshot", &["MUST_BE_THERE"]),
        None,
        (1, 2, End::Main),
        [0.3, 0.4, 0.3, 0.3, 0.6, -5.0, 0.5, -3.0, -4.0, 4.0, -2.0],
    ),
    row(
        "fib_bench",
        ("lazy_cseq/fibonacci", &["ROUNDS=5", "LARGEST=144"]),
        None,
        (5, 5, End::Main),
        [36.6, 1.1, 1.0, 15.2, 2.1, 0.7, 1.8, 5.8, 6.3, 31.1, 6.9],
    ),
    row(
        "fib_bench_longer",
        ("lazy_cseq/fibonacci", &["ROUNDS=6", "LARGEST=377"]),
        Some("pthread/fib_bench_longer-2"),
        (6, 6, End::Main),
        [155.5, 4.1, 1.5, 402.1, 3.1, 1.6, 3.2, 14.4, 7.2, 150.9, 10.4],
    ),
    row(
        "fib_bench_longest",
        ("lazy_cseq/fibonacci", &["ROUNDS=11", "LARGEST=46368"]),
        None,
        (11, 11, End::Main),
        [-1.0, 425.7, 214.0, -1.0, -1.0, 645.9, 75.2, -1.0, -2.0, -1.0, 54.3],
    ),
    row(
        "lazy01",
        ("lazy_cseq/lazy01", &[]),
        None,
        (1, 1, End::Thread),
        [0.3, 0.2, 0.2, 0.2, 0.4, 0.6, 0.5, 1.3, 0.7, 398.6, 7.1],
    ),
    row(
        "qrcu",
        ("lazy_cseq/qrcu", &[]),
        None,
        (1, 2, End::Thread),
        [1.4, 0.6, 0.8, 0.7, -5.0, 0.6, 0.7, 5.8, -5.0, -1.0, -1.0],
    ),
    row(
        "queue",
        ("esbmc/queue", &["BAD", "ELEMENTS=2"]),
        Some("pthread/queue"),
        (2, 2, End::Thread),
        [1.6, 8.4, 8.8, 1.1, -1.0, 18.8, 20.9, -3.0, 128.7, -1.0, -2.0],
    ),
    row(
        "read_write_lock",
        ("lazy_cseq/read_write_lock", &[]),
        None,
        (1, 2, End::Thread),
        [0.5, 0.3, 0.3, 0.4, -5.0, 0.4, 0.4, 1.8, 2.6, -1.0, 38.4],
    ),
    row(
        "reorder_2",
        ("esbmc/reorder", &["SETTERS=2", "CHECKERS=2"]),
        None,
        (2, 1, End::Thread),
        [0.3, 0.6, 0.6, -2.0, 1.3, 1.0, 0.7, 1.3, -2.0, -1.0, 2.4],
    ),
    row(
        "reorder_5",
        ("esbmc/reorder", &["SETTERS=4", "CHECKERS=1"]),
        None,
        (4, 1, End::Thread),
        [0.4, 0.8, 0.9, -2.0, 3.3, 2.1, 0.7, 1.9, -2.0, -1.0, 3.5],
    ),
    row(
        "sigma",
        ("lazy_cseq/sigma", &["THREADS=16"]),
        None,
        (16, 1, End::Main),
        [1.4, 7.6, 7.8, -2.0, 73.0, -1.0, 219.1, -3.0, -4.0, -1.0, -2.0],
    ),
    row(
        "singleton",
        ("lazy_cseq/singleton", &[]),
        None,
        (1, 3, End::Main),
        [0.7, 0.6, 0.5, 0.5, -5.0, -5.0, 1.6, -3.0, -4.0, -1.0, -2.0],
    ),
    row(
        "stack",
        ("esbmc/stack", &["BAD", "ELEMENTS=2"]),
        None,
        (2, 1, End::Thread),
        [0.2, 0.3, 0.3, 0.3, 1.0, 3.2, 0.8, 2.1, 2.1, -1.0, 151.9],
    ),
    row(
        "stateful01",
        ("lazy_cseq/stateful01", &[]),
        Some("pthread/stateful01-1"),
        (1, 1, End::Main),
        [0.2, 0.2, 0.2, 0.3, 0.5, 0.7, 0.7, 2.0, 0.7, -1.0, 0.9],
    ),
    row(
        "twostage_3",
        ("esbmc/twostage", &["SETTERS=2", "READERS=1"]),
        Some("pthread/twostage_3"),
        (2, 1, End::Thread),
        [0.3, 0.7, 0.8, -2.0, 8.0, 9.1, 4.9, 3.6, -4.0, -1.0, -1.0],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// What the paper's text says of the table's columns.
    #[test]
    fn only_the_newest_cbmc_finds_all_without_sequentialisation() {
        for column in LAZY_CSEQ.end..11 {
            let all = ROWS.iter().all(|row| row.seconds[column] >= 0.0);
            assert_eq!(all, column == CBMC, "column {column}");
        }
    }

    #[test]
    fn programs_are_there() {
        for row in ROWS {
            let path = crate::root().join(format!("bench/{}.c", row.file));
            assert!(path.is_file(), "{}", path.display());
        }
    }

    #[test]
    fn failures_are_no_times() {
        let longest = ROWS.iter().find(|row| row.name == "fib_bench_longest");
        let longest = longest.expect("the row is there");
        let times = (longest.lazy_cseq(), longest.cbmc(), longest.best());
        assert_eq!(times, (Some(214.0), Some(75.2), Some(54.3)));
        assert_eq!((longest.rounds, longest.own_rounds()), (11, 12));
        assert_eq!(shortest(&[-1.0, -5.0]), None);
    }
}
