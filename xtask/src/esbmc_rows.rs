//! The rows of tables 1 and 2 of the paper (see `esbmc.rs`), with its figures in seconds.
//! "MO" means that its tool ran out of memory.

pub struct Row {
    pub name: &'static str,
    /// In `bench/esbmc`, without its ending.
    pub file: &'static str,
    /// The program's sizes.
    pub macros: &'static [&'static str],
    pub threads: u32,
    /// The paper's B.
    pub unwind: u32,
    /// The paper's C; none where it is infinite.
    pub decisions: Option<u32>,
    /// What the verdict must be.
    pub violated: bool,
    /// Figures, where the paper gives any.
    pub paper: Option<Paper>,
}

/// The paper's measurements, as printed there.
pub struct Paper {
    pub lazy: &'static str,
    /// Failed and all interleavings.
    pub interleavings: &'static str,
    pub schedule: &'static str,
    pub uw: &'static str,
    pub iterations: &'static str,
}

/// Sizes are threads, B and C; figures are in the order of [`Paper`].
const fn row(
    name: &'static str,
    program: (&'static str, &'static [&'static str]),
    (threads, unwind, decisions): (u32, u32, Option<u32>),
    violated: bool,
    [lazy, interleavings, schedule, uw, iterations]: [&'static str; 5],
) -> Row {
    let (file, macros) = program;
    let paper = Some(Paper { lazy, interleavings, schedule, uw, iterations });
    Row { name, file, macros, threads, unwind, decisions, violated, paper }
}

pub const ROWS: &[Row] = &[
    // Figure 1.
    Row {
        name: "running example",
        file: "running",
        macros: &[],
        threads: 2,
        unwind: 1,
        decisions: None,
        violated: true,
        paper: None,
    },
    // Table 1.
    row(
        "reorder_3_bad (2,1)",
        ("reorder", &["SETTERS=2", "CHECKERS=1"]),
        (3, 3, Some(4)),
        true,
        ["<1", "1/29", "<1", "<1", "4"],
    ),
    row(
        "reorder_4_bad (3,1)",
        ("reorder", &["SETTERS=3", "CHECKERS=1"]),
        (4, 4, Some(5)),
        true,
        ["<1", "1/82", "1", "4", "5"],
    ),
    row(
        "reorder_5_bad (4,1)",
        ("reorder", &["SETTERS=4", "CHECKERS=1"]),
        (5, 5, Some(6)),
        true,
        ["<1", "1/277", "4", "18", "6"],
    ),
    row(
        "reorder_6_bad (5,1)",
        ("reorder", &["SETTERS=5", "CHECKERS=1"]),
        (6, 6, Some(7)),
        true,
        ["<1", "1/853", "36", "72", "7"],
    ),
    row(
        "reorder_6_bad (5,1)",
        ("reorder", &["SETTERS=5", "CHECKERS=1"]),
        (6, 6, Some(8)),
        true,
        ["<1", "1/2810", "225", "592", "7"],
    ),
    row(
        "reorder_6_bad (5,1)",
        ("reorder", &["SETTERS=5", "CHECKERS=1"]),
        (6, 6, Some(9)),
        true,
        ["<1", "1/8124", "MO", "MO", "1"],
    ),
    row(
        "twostage_3_bad (2,1)",
        ("twostage", &["SETTERS=2", "READERS=1"]),
        (3, 3, Some(4)),
        true,
        ["1", "1/35", "1", "3", "5"],
    ),
    row(
        "twostage_4_bad (3,1)",
        ("twostage", &["SETTERS=3", "READERS=1"]),
        (4, 4, Some(4)),
        true,
        ["2", "1/42", "1", "4", "5"],
    ),
    row(
        "twostage_5_bad (4,1)",
        ("twostage", &["SETTERS=4", "READERS=1"]),
        (5, 5, Some(4)),
        true,
        ["2", "1/44", "1", "5", "5"],
    ),
    row(
        "twostage_6_bad (5,1)",
        ("twostage", &["SETTERS=5", "READERS=1"]),
        (6, 6, Some(4)),
        true,
        ["2", "1/45", "2", "5", "5"],
    ),
    row(
        "wronglock_4_bad (1,3)",
        ("wronglock", &["RIGHT=1", "WRONG=3"]),
        (4, 4, Some(8)),
        true,
        ["5", "2/489", "10", "89", "9"],
    ),
    row(
        "wronglock_5_bad (1,4)",
        ("wronglock", &["RIGHT=1", "WRONG=4"]),
        (5, 5, Some(8)),
        true,
        ["10", "3/2869", "50", "408", "9"],
    ),
    row(
        "wronglock_6_bad (1,5)",
        ("wronglock", &["RIGHT=1", "WRONG=5"]),
        (6, 6, Some(8)),
        true,
        ["18", "4/12106", "225", "2060", "9"],
    ),
    row(
        "wronglock_7_bad (1,6)",
        ("wronglock", &["RIGHT=1", "WRONG=6"]),
        (7, 7, Some(8)),
        true,
        ["34", "5/39100", "MO", "MO", "1"],
    ),
    row(
        "micro_2_ok (100)",
        ("micro", &["THREADS=2", "STATEMENTS=100"]),
        (2, 1, Some(2)),
        false,
        ["<1", "0/4", "<1", "<1", "1"],
    ),
    row(
        "micro_2_ok (100)",
        ("micro", &["THREADS=2", "STATEMENTS=100"]),
        (2, 1, Some(17)),
        false,
        ["1095", "0/131072", "MO", "MO", "1"],
    ),
    row(
        "micro_3_ok (100)",
        ("micro", &["THREADS=3", "STATEMENTS=100"]),
        (3, 1, Some(2)),
        false,
        ["<1", "0/9", "<1", "<1", "1"],
    ),
    row(
        "micro_3_ok (100)",
        ("micro", &["THREADS=3", "STATEMENTS=100"]),
        (3, 1, Some(12)),
        false,
        ["1021", "0/121393", "MO", "MO", "1"],
    ),
    // Table 2.
    row(
        "circular_buffer_ok",
        ("circular_buffer", &[]),
        (2, 8, None),
        false,
        ["477", "0/12870", "MO", "MO", "1"],
    ),
    row(
        "circular_buffer_bad",
        ("circular_buffer", &["BAD"]),
        (2, 8, Some(5)),
        true,
        ["<1", "3/32", "2", "11", "6"],
    ),
    row("queue_ok", ("queue", &[]), (2, 41, None), false, ["3", "0/6", "3", "3", "1"]),
    row(
        "queue_bad",
        ("queue", &["BAD"]),
        (2, 41, Some(8)),
        true,
        ["3", "91/256", "50", "373", "7"],
    ),
    row(
        "stack_ok",
        ("stack", &[]),
        (2, 11, Some(12)),
        false,
        ["225", "0/4094", "1026", "1097", "1"],
    ),
    row("stack_bad", ("stack", &["BAD"]), (2, 11, Some(4)), true, ["<1", "4/16", "2", "6", "4"]),
    row(
        "fsbench_ok",
        ("fsbench", &["THREADS=26"]),
        (26, 26, Some(2)),
        false,
        ["252", "0/676", "304", "301", "1"],
    ),
    row(
        "fsbench_bad",
        ("fsbench", &["THREADS=27"]),
        (27, 27, Some(2)),
        true,
        ["<1", "729/729", "360", "786", "2"],
    ),
    row(
        "indexer_ok",
        ("indexer", &[]),
        (13, 129, Some(4)),
        false,
        ["595", "0/17160", "220", "218", "1"],
    ),
    row(
        "stateful20_ok",
        ("stateful", &["ROUNDS=20"]),
        (2, 20, Some(10)),
        false,
        ["95", "0/1024", "487", "518", "1"],
    ),
    row("sync02_ok", ("sync02", &[]), (2, 21, Some(21)), false, ["44", "0/121", "60", "60", "1"]),
    row(
        "sync02_bad",
        ("sync02", &["BAD"]),
        (2, 21, Some(21)),
        true,
        ["8", "5/186", "132", "383", "3"],
    ),
    row(
        "reorder_10_bad (9,1)",
        ("reorder", &["SETTERS=9", "CHECKERS=1"]),
        (10, 10, Some(11)),
        true,
        ["<1", "1/154574", "MO", "MO", "1"],
    ),
    row(
        "twostage_100_bad (99,1)",
        ("twostage", &["SETTERS=99", "READERS=1"]),
        (100, 100, Some(4)),
        true,
        ["88", "1/139", "93", "195", "5"],
    ),
    row(
        "wronglock_8_bad (1,7)",
        ("wronglock", &["RIGHT=1", "WRONG=7"]),
        (8, 8, Some(8)),
        true,
        ["90", "6/104015", "MO", "MO", "1"],
    ),
    row(
        "micro_10_ok (100)",
        ("micro", &["THREADS=10", "STATEMENTS=100"]),
        (10, 1, Some(17)),
        false,
        ["254", "0/29260", "MO", "MO", "1"],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_verdict_and_programs_exist() {
        for row in ROWS.iter().filter(|row| row.paper.is_some()) {
            assert_eq!(row.violated, row.name.contains("_bad"), "{}", row.name);
            assert_eq!(row.violated, !row.name.contains("_ok"), "{}", row.name);
        }
        for row in ROWS {
            let path = crate::root().join("bench/esbmc").join(row.file).with_extension("c");
            assert!(path.is_file(), "{}", path.display());
        }
    }
}
