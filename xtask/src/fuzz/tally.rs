//! Counts who said what, for the reader who wants to know whether anything was said
//! at all.

use std::fmt;

use super::claims::Claim;
use super::trial::Said;

/// A line a way: programs, and what was said about their checks.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    lines: Vec<Line>,
}

#[derive(Clone, Debug, Default)]
struct Line {
    name: &'static str,
    programs: u64,
    violated: u64,
    holds: u64,
    within_bound: u64,
    nothing: u64,
}

impl Tally {
    pub fn add(&mut self, said: &Said) {
        for (way, answers) in said {
            let known = self.lines.iter().position(|line| line.name == way.name);
            let position = known.unwrap_or_else(|| {
                self.lines.push(Line { name: way.name, ..Line::default() });
                self.lines.len() - 1
            });
            let line = &mut self.lines[position];
            line.programs += 1;
            for (_, claim) in &answers.claims {
                *match claim {
                    Claim::Violated => &mut line.violated,
                    Claim::Holds => &mut line.holds,
                    Claim::HoldsWithinBound => &mut line.within_bound,
                    Claim::Nothing => &mut line.nothing,
                } += 1;
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = ["programs", "violated", "holds", "bounded", "unknown"];
        write!(f, "{:24}", "way")?;
        columns.iter().try_for_each(|column| write!(f, "{column:>10}"))?;
        for line in &self.lines {
            let Line { name, programs, violated, holds, within_bound, nothing } = line;
            write!(f, "\n{name:24}")?;
            let numbers = [programs, violated, holds, within_bound, nothing];
            numbers.iter().try_for_each(|number| write!(f, "{number:>10}"))?;
        }
        Ok(())
    }
}
