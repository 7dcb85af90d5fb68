//! Counts who said what, for the reader who wants to know whether anything was said
//! at all.

use std::fmt;

use super::claims::Claim;
use super::trial::Said;
use super::ways::Way;

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
            let line = self.line(way.name);
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

/// How a line begins that another process can read.
const WRITTEN: &str = "tally ";

impl Tally {
    /// For another process.
    pub fn written(&self) -> String {
        let line = |line: &Line| {
            let Line { name, programs, violated, holds, within_bound, nothing } = line;
            format!("{WRITTEN}{name} {programs} {violated} {holds} {within_bound} {nothing}\n")
        };
        self.lines.iter().map(line).collect()
    }

    /// Adds what another process wrote; `false` if that is no such line.
    pub fn read(&mut self, line: &str) -> bool {
        let Some(line) = line.strip_prefix(WRITTEN) else { return false };
        let mut words = line.split(' ');
        let way = words.next().and_then(Way::named);
        let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
        let (Some(way), [programs, violated, holds, within_bound, nothing]) = (way, &numbers[..])
        else {
            return false;
        };
        let line = self.line(way.name);
        line.programs += programs;
        line.violated += violated;
        line.holds += holds;
        line.within_bound += within_bound;
        line.nothing += nothing;
        true
    }

    fn line(&mut self, name: &'static str) -> &mut Line {
        let known = self.lines.iter().position(|line| line.name == name);
        let position = known.unwrap_or_else(|| {
            self.lines.push(Line { name, ..Line::default() });
            self.lines.len() - 1
        });
        &mut self.lines[position]
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
