//! What other tools answered on the same tasks: a table with a line a task,
//!
//! ```text
//! task,expected,deagle,deagle_cpu_s,esbmc,esbmc_cpu_s,cbmc,cbmc_cpu_s
//! ```
//!
//! An answer is `true`, `false`, `true*`, `open` or `not run`. A `true*` is no proof: that
//! tool said `true` after going round each loop a fixed number of times.

use std::collections::BTreeMap;

use crate::verifier::Verdict;

/// How a tool's column of seconds is called, after the tool's name.
const SECONDS: &str = "_cpu_s";

/// The answers of all tools, by task.
#[derive(Debug, Default, PartialEq)]
pub struct Reference {
    pub tools: Vec<String>,
    answers: BTreeMap<String, Vec<Answer>>,
}

/// What one tool said about one task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// As the table has it.
    pub word: String,
    pub cpu: Option<f64>,
}

impl Answer {
    /// The processor's seconds for a right answer that is a bug or a proof.
    pub fn honest(&self, expected: Verdict) -> Option<f64> {
        if self.word == expected.word() { self.cpu } else { None }
    }
}

impl Reference {
    /// In the order of `tools`; nothing where the table does not have the task.
    pub fn answers(&self, task: &str) -> &[Answer] {
        self.answers.get(task).map_or(&[], Vec::as_slice)
    }

    pub fn read(text: &str) -> Result<Reference, String> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let tools = read_head(lines.next().unwrap_or_default())?;
        let mut answers = BTreeMap::new();
        for line in lines {
            let cells: Vec<&str> = line.split(',').map(str::trim).collect();
            if cells.len() != 2 + 2 * tools.len() {
                return Err(format!("`{line}` has {} cells", cells.len()));
            }
            let of_task = cells[2..].chunks(2).map(read_answer).collect::<Result<Vec<_>, _>>();
            let of_task = of_task.map_err(|problem| format!("`{line}`: {problem}"))?;
            if answers.insert(cells[0].to_string(), of_task).is_some() {
                return Err(format!("{} is there twice", cells[0]));
            }
        }
        Ok(Reference { tools, answers })
    }
}

fn read_head(line: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("`{line}` is not `task,expected,TOOL,TOOL{SECONDS},...`");
    let cells: Vec<&str> = line.split(',').map(str::trim).collect();
    match cells.split_first_chunk() {
        Some((["task", "expected"], pairs)) if pairs.len().is_multiple_of(2) => pairs
            .chunks(2)
            .map(|pair| match pair {
                [tool, seconds] if *seconds == format!("{tool}{SECONDS}") => Ok(tool.to_string()),
                _ => Err(wrong()),
            })
            .collect(),
        _ => Err(wrong()),
    }
}

fn read_answer(pair: &[&str]) -> Result<Answer, String> {
    let [word, seconds] = pair else {
        return Err("an answer without seconds".to_string());
    };
    let cpu = match *seconds {
        "" => None,
        seconds => Some(seconds.parse().map_err(|_| format!("`{seconds}` is no number"))?),
    };
    Ok(Answer { word: word.to_string(), cpu })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "task,expected,one,one_cpu_s,two,two_cpu_s\n\
        a/b,true,true*,5.2,true,4.25\n\
        a/c,false,not run,,open,\n";

    #[test]
    fn a_table_is_read() {
        let reference = Reference::read(TABLE).expect("a good table");
        assert_eq!(reference.tools, ["one", "two"]);
        let [starred, proof] = reference.answers("a/b") else { panic!("two tools") };
        assert_eq!((starred.word.as_str(), starred.cpu), ("true*", Some(5.2)));
        assert_eq!((proof.word.as_str(), proof.cpu), ("true", Some(4.25)));
        assert_eq!(reference.answers("a/c")[0], Answer { word: "not run".into(), cpu: None });
        assert!(reference.answers("a/d").is_empty());
    }

    #[test]
    fn only_right_bugs_and_proofs_are_honest() {
        let answer = |word: &str| Answer { word: word.into(), cpu: Some(1.5) };
        assert_eq!(answer("true").honest(Verdict::True), Some(1.5));
        assert_eq!(answer("false").honest(Verdict::False), Some(1.5));
        assert_eq!(answer("true*").honest(Verdict::True), None);
        assert_eq!(answer("true").honest(Verdict::False), None);
        assert_eq!(answer("open").honest(Verdict::True), None);
    }

    #[test]
    fn a_broken_table_is_refused() {
        for (from, to) in [
            ("two_cpu_s", "two_seconds"),
            ("task,expected", "task"),
            ("5.2", "soon"),
            ("not run,,open,", "not run,,open"),
            ("a/c", "a/b"),
        ] {
            assert!(Reference::read(&TABLE.replace(from, to)).is_err(), "{to}");
        }
        assert!(Reference::read("").is_err());
    }
}
