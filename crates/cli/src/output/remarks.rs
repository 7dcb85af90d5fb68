//! What is said once below the table of checks: why some are unknown and what to do
//! about it, and what a *holds* rests on.

use raddle_trace::Style;
use raddle_trace::style::{Paint, harmless};
use raddle_verdict::Coverage;

use crate::validation::{Answer, ValidatedReport, ValidatedResult};

/// The different reasons and qualifications of an answer, in order of appearance.
pub struct Remarks<'a> {
    reasons: Vec<&'a str>,
    qualifications: Vec<&'a str>,
}

impl Remarks<'_> {
    pub fn of(report: &ValidatedReport) -> Remarks<'_> {
        let mut remarks = Remarks { reasons: Vec::new(), qualifications: Vec::new() };
        for check in &report.checks {
            if let Answer::Unknown(reason) = &check.answer {
                note(&mut remarks.reasons, reason);
            }
            for text in qualifications(check) {
                note(&mut remarks.qualifications, text);
            }
        }
        remarks
    }
}

fn note<'a>(known: &mut Vec<&'a str>, text: &'a str) {
    if !known.contains(&text) {
        known.push(text);
    }
}

fn qualifications(check: &ValidatedResult) -> &[String] {
    match &check.answer {
        Answer::Holds(
            Coverage::Complete { qualifications } | Coverage::Bounded { qualifications, .. },
        ) => qualifications,
        Answer::Violated { .. } | Answer::Unknown(_) => &[],
    }
}

/// What a check's line ends in, so that the remarks below can be told apart.
pub fn mark(check: &ValidatedResult, remarks: &Remarks) -> String {
    if let Answer::Unknown(reason) = &check.answer {
        let position = remarks.reasons.iter().position(|known| known == reason);
        return match position {
            Some(position) if remarks.reasons.len() > 1 => format!(" ({})", position + 1),
            Some(_) | None => String::new(),
        };
    }
    let mut out = String::new();
    for (position, known) in remarks.qualifications.iter().enumerate() {
        if qualifications(check).iter().any(|text| text == known) {
            out.push(' ');
            out.push_str(&stars(position));
        }
    }
    out
}

fn stars(position: usize) -> String {
    "*".repeat(position + 1)
}

/// Every reason and every qualification once.
pub fn explanations(report: &ValidatedReport, style: &Style) -> String {
    let remarks = Remarks::of(report);
    let mut out = String::new();
    for (position, text) in remarks.qualifications.iter().enumerate() {
        let text = format!("{} {}", stars(position), harmless(text));
        out.push_str(&format!("  {}\n", style.paint(Paint::Faint, &text)));
    }
    for (position, reason) in remarks.reasons.iter().enumerate() {
        let number = match remarks.reasons.len() {
            1 => String::new(),
            _ => format!(" ({})", position + 1),
        };
        let title = style.paint(Paint::Unsure, &format!("unknown{number} because:"));
        out.push_str(&format!("\n  {title} {}\n", harmless(reason)));
        if let Some(help) = next_step(reason) {
            out.push_str(&format!("  {} help: {help}\n", style.paint(Paint::Note, "=")));
        }
    }
    out
}

/// What a person can do about an unknown. The reasons are sentences, so this goes
/// by their words; one that is not recognised gets no advice.
fn next_step(reason: &str) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().any(|word| reason.contains(word));
    if has(&["time limit", "memory limit", "out of time", "out of memory"]) {
        Some(
            "give more (--time, --memory), make the program smaller (fewer threads, smaller \
             loops), or look at part of it: --unwind 3, or --contexts 4 without --engine",
        )
    } else if has(&["the solver"]) {
        Some("what was found before still counts; try another solver with --solver")
    } else if has(&["than --unwind allows"]) {
        Some("raise --unwind, or leave it out: then loops are followed until they end")
    } else if has(&["does not check"]) && !has(&["`leak`"]) {
        Some("other engines do: leave out --engine")
    } else if has(&["calls nest"]) {
        Some("probably recursion without an end")
    } else if has(&["at some values only"]) && !has(&["lazy:"]) {
        Some(
            "no such bug was found with the values tried; --engine lazy computes with all values \
             at once",
        )
    } else if has(&["not supported", "not modelled"]) {
        Some("replace that call, or leave it out, for the analysis")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_unsupported_calls_have_a_next_step() {
        assert!(
            next_step("the time limit was reached").is_some_and(|text| text.contains("--time"))
        );
        let values = "a nondeterministic value of 32 bits was tried at some values only";
        assert!(next_step(values).is_some_and(|text| text.contains("--engine lazy")));
        assert!(next_step("fork is not supported").is_some_and(|text| text.contains("replace")));
        let died = "the solver z3 ended without an answer (signal 9)";
        assert!(next_step(died).is_some_and(|text| text.contains("--solver")));
        let never = "the engine kiss does not check `deadlock`";
        assert!(next_step(never).is_some_and(|text| text.contains("leave out --engine")));
        assert_eq!(next_step("the engine lazy does not check `leak`"), None);
        assert_eq!(next_step("internal error: something"), None);
    }
}
