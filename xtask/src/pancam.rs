//! `./x bench pancam`: the experiments of "Verifying Multi-threaded C Programs with SPIN"
//! (Zaks and Joshi, 2008), whose tool is called pancam, beside our own figures, as Markdown
//! tables.
//!
//! The programs are our own, in `bench/pancam`; what the rows are is in `pancam_rows.rs`. The
//! first tables have the states that the engine `explicit` stores under each of its
//! reductions, where the paper has two of them ("global access" and "superstep"). States can
//! be compared within a row of ours, and the paper's with each other; of the two pairs only
//! the ratios, since the programs differ, and since the paper counts no switch away from a
//! thread that waits, where we count all of them.
//!
//! The last table is beside SPIN itself, with its partial-order reduction, on models of the
//! same protocols: without bounds, which SPIN does not know, and with the engine's best
//! reduction. To the search the time is added that everything takes on the clock: clang for
//! us; making and compiling the checker for SPIN.
//!
//! What does not end within the limit has a `!`, and larger sizes are not tried. A wrong
//! verdict makes the command fail in the end.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use crate::options::{Words, fits};
use crate::pancam_rows::{Grows, SERIES, Series};
use crate::spin::{self, Outcome};
use crate::verifier::{Question, Reply, Verdict, Verifier};

const USAGE: &str = "usage: bench pancam [--part reductions|spin] [--only NAME] [--time SECONDS]";
const FOLDER: &str = "bench/pancam";
const ABSENT: &str = "–";
const GIVEN_UP: &str = "!";
const REDUCTIONS: [&str; 4] = ["none", "global", "superstep", "persistent"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Reductions,
    Spin,
}

struct Options {
    part: Option<Part>,
    only: String,
    limit: f64,
}

/// One search.
#[derive(Clone, Debug, PartialEq)]
enum Search {
    Ended {
        states: Option<u64>,
        seconds: Option<f64>,
        whole_seconds: f64,
    },
    /// With the states until then.
    GivenUp {
        states: Option<u64>,
    },
    /// There is no such tool.
    Absent,
}

pub fn run(verifier: &Verifier, arguments: &[String]) -> Result<(), String> {
    let options = read_options(arguments)?;
    let chosen = |series: &&Series| fits(series.name, &options.only);
    let series: Vec<&Series> = SERIES.iter().filter(chosen).collect();
    if series.is_empty() {
        return Err(format!("no program's name fits that of --only\n{USAGE}"));
    }
    let mut wrong = Vec::new();
    if options.part != Some(Part::Spin) {
        let reductions = known_reductions(verifier)?;
        for series in &series {
            wrong.extend(compare_reductions(verifier, series, &reductions, options.limit)?);
        }
    }
    if options.part != Some(Part::Reductions) {
        let series = series.into_iter().filter(|series| series.modelled);
        wrong.extend(compare_with_spin(verifier, series, options.limit)?);
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong:\n  {}", wrong.join("\n  "))) }
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { part: None, only: String::new(), limit: 20.0 };
    let mut words = Words::new(arguments, USAGE);
    while let Some(option) = words.next() {
        match option.as_str() {
            "--only" => options.only = words.value(&option)?,
            "--time" => options.limit = words.seconds(&option)?,
            "--part" => {
                let value = words.value(&option)?;
                options.part = Some(match value.as_str() {
                    "reductions" => Part::Reductions,
                    "spin" => Part::Spin,
                    _ => return Err(words.unexpected(&format!("{option} {value}"))),
                });
            }
            _ => return Err(words.unexpected(&option)),
        }
    }
    Ok(options)
}

/// Those that the tool has; of each other one a line says that it is left out.
fn known_reductions(verifier: &Verifier) -> Result<Vec<&'static str>, String> {
    let mut known = Vec::new();
    for reduction in REDUCTIONS {
        if verifier.accepts("--reduction", reduction)? {
            known.push(reduction);
        } else {
            eprintln!("left out: this raddle has no --reduction {reduction}");
        }
    }
    Ok(known)
}

// ── Our reductions beside the paper's ───────────────────────────────────────────

/// Prints the table of one program, and says which verdicts were wrong.
fn compare_reductions(
    verifier: &Verifier,
    series: &Series,
    reductions: &[&str],
    limit: f64,
) -> Result<Vec<String>, String> {
    print_reductions_head(series, reductions);
    let mut wrong = Vec::new();
    let mut searches = vec![Search::Absent; reductions.len()];
    for size in series.sizes.clone() {
        print!("| {} | {size} |{}", series.name, paper_cells(series, size));
        for (reduction, search) in reductions.iter().zip(&mut searches) {
            if !matches!(search, Search::GivenUp { .. }) {
                let question = question(series, size, Some(reduction));
                let reply = verifier.ask(&question, limit)?;
                let which = format!("{}, {size}, {reduction}", series.name);
                wrong.extend(complaint(&which, series.violated, &reply));
                *search = Search::of(&reply);
                tell_if_given_up(search, &which, &reply);
            }
            print!(" {} |", states_and_seconds(search));
            let _ = std::io::stdout().flush();
        }
        println!(" {} |", ratio_of(reductions, &searches));
    }
    println!();
    Ok(wrong)
}

fn print_reductions_head(series: &Series, reductions: &[&str]) {
    let grows = match series.grows {
        Grows::Contexts => "context switches",
        Grows::Macro(name) => name,
    };
    let bound = series.contexts.map_or(String::new(), |most| format!(", {most} context switches"));
    println!("{}{bound}: states and seconds of the search\n", series.name);
    let mut titles = vec!["program", grows];
    if !series.paper.is_empty() {
        titles.extend(["paper: global", "paper: superstep", "paper: ratio"]);
    }
    titles.extend(reductions.iter().map(|reduction| match *reduction {
        "persistent" => "persistent, no bound",
        other => other,
    }));
    titles.push("superstep / global");
    println!("| {} |\n|---|{}", titles.join(" | "), "---:|".repeat(titles.len() - 1));
}

/// Nothing where the paper has no numbers at all.
fn paper_cells(series: &Series, size: u32) -> String {
    if series.paper.is_empty() {
        return String::new();
    }
    let Some(paper) = series.paper(size) else {
        return format!(" {ABSENT} | {ABSENT} | {ABSENT} |");
    };
    let Some(global) = paper.global else {
        return format!(" {GIVEN_UP} | {} | {ABSENT} |", paper.superstep);
    };
    let ratio = f64::from(paper.superstep) / f64::from(global);
    format!(" {global} | {} | {} |", paper.superstep, ratio_text(ratio))
}

/// Without a reduction it is the engine's own choice, and then there is no bound either; nor is
/// there one for persistent sets, which leave nothing out under a bound.
fn question(series: &Series, size: u32, reduction: Option<&str>) -> Question {
    let mut arguments =
        ["--engine", "explicit", "--check", series.checks].map(str::to_string).to_vec();
    if let Some(reduction) = reduction {
        arguments.extend(["--reduction".to_string(), reduction.to_string()]);
        let contexts = series.contexts(size).filter(|_| reduction != "persistent");
        let contexts = contexts.map(|most| ["--contexts".into(), most.to_string()]);
        arguments.extend(contexts.into_iter().flatten());
    }
    let files = vec![PathBuf::from(format!("{FOLDER}/{}.c", series.name))];
    let clang_arguments = series.macros(size).iter().map(|one| format!("-D{one}")).collect();
    Question { arguments, files, clang_arguments }
}

/// What is wrong about an answer to which question.
fn complaint(which: &str, expected: bool, reply: &Reply) -> Option<String> {
    let violated = match (reply.verdict, reply.bounded) {
        (Verdict::False, _) => true,
        (Verdict::True, _) | (Verdict::Unknown, true) => false,
        (Verdict::Unknown, false) => return None,
    };
    let word = if violated { "violated" } else { "holds" };
    (violated != expected).then(|| format!("{which}: {word}"))
}

impl Search {
    fn of(reply: &Reply) -> Search {
        let states = reply.statistics["states"].as_u64();
        // Under a bound supersteps prove nothing, but the search has ended.
        let has_ended = reply.bounded || reply.reason.contains("supersteps");
        if reply.verdict == Verdict::Unknown && !has_ended {
            return Search::GivenUp { states };
        }
        let seconds = reply.statistics["seconds"].as_f64();
        Search::Ended { states, seconds, whole_seconds: reply.wall }
    }

    /// The states, or as many as there are at least.
    fn states(&self) -> Option<u64> {
        match self {
            Search::Ended { states, .. } | Search::GivenUp { states } => *states,
            Search::Absent => None,
        }
    }
}

/// It may be for another reason than the limit.
fn tell_if_given_up(search: &Search, which: &str, reply: &Reply) {
    if matches!(search, Search::GivenUp { .. }) {
        eprintln!("{GIVEN_UP} {which}: {}", reply.reason);
    }
}

fn states_and_seconds(search: &Search) -> String {
    match search {
        Search::Ended { states, seconds, .. } => format!("{}, {}", whole(*states), part(*seconds)),
        Search::GivenUp { .. } => GIVEN_UP.to_string(),
        Search::Absent => ABSENT.to_string(),
    }
}

fn whole(number: Option<u64>) -> String {
    number.map_or(ABSENT.to_string(), |number| number.to_string())
}

fn part(seconds: Option<f64>) -> String {
    seconds.map_or(ABSENT.to_string(), |seconds| format!("{seconds:.2}"))
}

/// The paper's ratio for ours, where both searches are there.
fn ratio_of(reductions: &[&str], searches: &[Search]) -> String {
    let find = |name: &str| {
        let at = reductions.iter().position(|reduction| *reduction == name)?;
        searches.get(at)
    };
    match (find("superstep"), find("global")) {
        (Some(superstep), Some(global)) => ratio(superstep, global),
        _ => ABSENT.to_string(),
    }
}

/// Where the larger search was given up, the ratio is smaller than what can be told.
fn ratio(smaller: &Search, larger: &Search) -> String {
    let (Search::Ended { states: Some(few), .. }, Some(many)) = (smaller, larger.states()) else {
        return ABSENT.to_string();
    };
    let text = ratio_text(*few as f64 / many.max(1) as f64);
    match larger {
        Search::GivenUp { .. } => format!("< {text}"),
        Search::Ended { .. } | Search::Absent => text,
    }
}

fn ratio_text(ratio: f64) -> String {
    if ratio < 0.01 { format!("{ratio:.5}") } else { format!("{ratio:.2}") }
}

// ── Beside SPIN ─────────────────────────────────────────────────────────────────

/// Prints the table, and says which verdicts were wrong.
fn compare_with_spin<'a>(
    verifier: &Verifier,
    all: impl Iterator<Item = &'a Series>,
    limit: f64,
) -> Result<Vec<String>, String> {
    println!(
        "| program | size | raddle: states | search, s | whole, s | SPIN: states | search, s \
         | whole, s |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut wrong = Vec::new();
    for series in all {
        let (mut ours, mut theirs) = (Search::Absent, Search::Absent);
        for size in series.model_sizes() {
            let is_over = |search: &Search| matches!(search, Search::GivenUp { .. });
            if is_over(&ours) && is_over(&theirs) {
                break;
            }
            print!("| {} | {} |", series.name, series.macros(size).join(" "));
            if !is_over(&ours) {
                let reply = verifier.ask(&question(series, size, None), limit)?;
                let which = format!("{}, {size}", series.name);
                wrong.extend(complaint(&which, series.violated, &reply));
                ours = Search::of(&reply);
                tell_if_given_up(&ours, &which, &reply);
            }
            print!(" {} |", all_figures(&ours));
            let _ = std::io::stdout().flush();
            if !is_over(&theirs) {
                let (search, errors) = search_by_spin(series, size, limit)?;
                wrong.extend(errors.map(|errors| format!("{}, {size}: {errors}", series.name)));
                theirs = search;
            }
            println!(" {} |", all_figures(&theirs));
        }
    }
    Ok(wrong)
}

fn all_figures(search: &Search) -> String {
    match search {
        Search::Ended { states, seconds, whole_seconds } => {
            format!("{} | {} | {whole_seconds:.2}", whole(*states), part(*seconds))
        }
        Search::GivenUp { .. } => format!("{GIVEN_UP} | {GIVEN_UP} | {GIVEN_UP}"),
        Search::Absent => format!("{ABSENT} | {ABSENT} | {ABSENT}"),
    }
}

/// The search, and what is wrong about it: all models are right.
fn search_by_spin(
    series: &Series,
    size: u32,
    limit: f64,
) -> Result<(Search, Option<String>), String> {
    let path = crate::root().join(FOLDER).join(format!("{}.pml", series.name));
    let macros = series.macros(size);
    let patience = Duration::from_secs_f64(limit);
    let model = spin::Model { path: &path, macros: &macros, reduced: true, patience };
    let figures = match spin::run(&model)? {
        Outcome::NotInstalled => return Ok((Search::Absent, None)),
        Outcome::GivenUp => return Ok((Search::GivenUp { states: None }, None)),
        Outcome::Done(figures) => figures,
    };
    let errors = (figures.errors != Some(0.0)).then(|| "SPIN finds errors".to_string());
    let search = Search::Ended {
        states: figures.states.map(|states| states as u64),
        seconds: figures.seconds,
        whole_seconds: figures.whole_seconds,
    };
    Ok((search, errors))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &str) -> Result<Options, String> {
        read_options(&words.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    }

    fn series(name: &str) -> &'static Series {
        SERIES.iter().find(|series| series.name == name).expect("there is such a program")
    }

    fn reply(verdict: Verdict, bounded: bool, states: Option<u64>) -> Reply {
        Reply {
            verdict,
            bounded,
            reason: String::new(),
            statistics: serde_json::json!({ "states": states, "seconds": 0.25 }),
            cpu: 1.0,
            wall: 1.5,
        }
    }

    fn ended(states: u64) -> Search {
        Search::of(&reply(Verdict::True, false, Some(states)))
    }

    fn given_up(states: Option<u64>) -> Search {
        Search::of(&reply(Verdict::Unknown, false, states))
    }

    #[test]
    fn options_are_read() {
        let none = options("").expect("good options");
        assert_eq!((none.part, none.limit), (None, 20.0));
        let some = options("--part spin --only robots --time 2.5").expect("good options");
        assert_eq!((some.part, some.only.as_str(), some.limit), (Some(Part::Spin), "robots", 2.5));
        for wrong in ["--part", "--part all", "--time soon", "--fast"] {
            assert!(options(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn questions_have_the_size_and_the_bound() {
        let words = |name, size, reduction| {
            let question = question(series(name), size, reduction);
            (question.arguments.join(" "), question.clang_arguments.join(" "))
        };
        let start = "--engine explicit --check assert";
        let (arguments, macros) = words("peterson_bad", 3, Some("none"));
        assert_eq!(arguments, format!("{start} --reduction none --contexts 3"));
        assert_eq!(macros, "");
        let (arguments, macros) = words("message_queue", 2, Some("global"));
        assert_eq!(arguments, format!("{start},deadlock --reduction global --contexts 4"));
        assert_eq!(macros, "-DDEPTH=2");
        let (arguments, _) = words("message_queue", 2, None);
        assert_eq!(arguments, format!("{start},deadlock"));
    }

    #[test]
    fn wrong_verdicts_are_told() {
        let says = |expected, verdict, bounded| {
            complaint("robots, 2", expected, &reply(verdict, bounded, None))
        };
        assert_eq!(says(false, Verdict::True, false), None);
        assert_eq!(says(false, Verdict::Unknown, true), None);
        assert_eq!(says(false, Verdict::Unknown, false), None);
        assert_eq!(says(false, Verdict::False, false), Some("robots, 2: violated".to_string()));
        assert_eq!(says(true, Verdict::False, false), None);
        assert_eq!(says(true, Verdict::Unknown, true), Some("robots, 2: holds".to_string()));
    }

    #[test]
    fn searches_are_shown() {
        assert_eq!(states_and_seconds(&ended(7)), "7, 0.25");
        assert_eq!(all_figures(&ended(7)), "7 | 0.25 | 1.50");
        assert_eq!(states_and_seconds(&given_up(Some(7))), "!");
        assert_eq!(all_figures(&given_up(None)), "! | ! | !");
    }

    #[test]
    fn the_papers_figures_are_shown() {
        assert_eq!(paper_cells(series("message_queue"), 3), " 1529342 | 479 | 0.00031 |");
        assert_eq!(paper_cells(series("message_queue"), 4), " ! | 654 | – |");
        assert_eq!(paper_cells(series("message_queue"), 5), " – | – | – |");
        assert_eq!(paper_cells(series("robots"), 4), "");
    }

    #[test]
    fn a_ratio_is_a_bound_where_the_larger_search_was_given_up() {
        assert_eq!(ratio(&ended(1), &ended(4)), "0.25");
        assert_eq!(ratio(&ended(1), &given_up(Some(1000))), "< 0.00100");
        assert_eq!(ratio(&ended(1), &given_up(None)), "–");
        assert_eq!(ratio(&given_up(Some(1)), &ended(4)), "–");
        let searches = [ended(8), ended(2)];
        assert_eq!(ratio_of(&["global", "superstep"], &searches), "0.25");
        assert_eq!(ratio_of(&["global", "none"], &searches), "–");
    }
}
