//! The sums under the table of tasks, as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Answered;
use super::reference::Reference;
use crate::verifier::Verdict;

/// How many tasks of a kind there are, and what became of them.
#[derive(Debug, Default, PartialEq)]
struct Sum {
    tasks: usize,
    bugs: usize,
    proofs: usize,
    unknown: usize,
    wrong: usize,
    cpu: f64,
}

impl Sum {
    fn add(&mut self, answered: &Answered) {
        self.tasks += 1;
        self.cpu += answered.reply.cpu;
        if answered.is_wrong() {
            self.wrong += 1;
            return;
        }
        match answered.reply.verdict {
            Verdict::True => self.proofs += 1,
            Verdict::False => self.bugs += 1,
            Verdict::Unknown => self.unknown += 1,
        }
    }

    fn row(&self, name: &str) -> String {
        let Sum { tasks, bugs, proofs, unknown, wrong, cpu } = self;
        format!("| {name} | {tasks} | {proofs} | {bugs} | {unknown} | {wrong} | {cpu:.1} |\n")
    }
}

/// Right, wrong and unknown, by family and in all.
pub fn families(answered: &[Answered]) -> String {
    let mut by_family: BTreeMap<&str, Sum> = BTreeMap::new();
    let mut all = Sum::default();
    for one in answered {
        by_family.entry(one.task.family()).or_default().add(one);
        all.add(one);
    }
    let mut text = "| family | tasks | right proofs | right bugs | unknown | wrong | CPU s |\n\
        |---|---:|---:|---:|---:|---:|---:|\n"
        .to_string();
    for (family, sum) in &by_family {
        text += &sum.row(family);
    }
    text + &all.row("all")
}

/// What a tool, or the best of several, needs for the tasks that it decides honestly, and
/// what we need for the same.
#[derive(Debug, Default, PartialEq)]
struct Duel {
    tasks: usize,
    theirs: f64,
    right: usize,
    ours: f64,
}

impl Duel {
    fn add(&mut self, answered: &Answered, theirs: f64) {
        self.tasks += 1;
        self.theirs += theirs;
        self.right += usize::from(answered.is_right());
        self.ours += answered.reply.cpu;
    }

    fn row(&self, name: &str) -> String {
        let Duel { tasks, theirs, right, ours } = self;
        let ratio = theirs / ours.max(f64::MIN_POSITIVE);
        format!("| {name} | {tasks} | {theirs:.1} | {right} | {ours:.1} | {ratio:.2} |\n")
    }
}

/// Ours against each tool over the tasks that it decides honestly, whether or not we decide
/// them, and against the fastest tool of each task.
pub fn beside(answered: &[Answered], reference: &Reference) -> String {
    let mut text = "| tool | honestly decided | its CPU s | of these right by us | our CPU s \
        | its CPU / ours |\n|---|---:|---:|---:|---:|---:|\n"
        .to_string();
    for (place, tool) in reference.tools.iter().enumerate() {
        text += &duel(answered, reference, |other| other == place).row(tool);
    }
    text + &duel(answered, reference, |_| true).row("the fastest of them on each")
}

fn duel(answered: &[Answered], reference: &Reference, takes: impl Fn(usize) -> bool) -> Duel {
    let mut duel = Duel::default();
    for one in answered {
        let answers = reference.answers(&one.task.name).iter().enumerate();
        let seconds = answers
            .filter(|(place, _)| takes(*place))
            .filter_map(|(_, answer)| answer.honest(one.task.expected));
        if let Some(theirs) = seconds.min_by(f64::total_cmp) {
            duel.add(one, theirs);
        }
    }
    duel
}

/// The tasks that another tool decides honestly and we do not.
pub fn missed(answered: &[Answered], reference: &Reference) -> String {
    let mut text = String::new();
    for one in answered.iter().filter(|one| !one.is_right()) {
        let answers = reference.tools.iter().zip(reference.answers(&one.task.name));
        let by: Vec<String> = answers
            .filter_map(|(tool, answer)| {
                let seconds = answer.honest(one.task.expected)?;
                Some(format!("{tool} in {seconds:.1} s"))
            })
            .collect();
        if !by.is_empty() {
            let _ = writeln!(text, "- {}: {}", one.task.name, by.join(", "));
        }
    }
    if text.is_empty() {
        "Every task that another tool decides honestly is decided by us.\n".to_string()
    } else {
        format!("Decided honestly by another tool, not by us:\n\n{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::sources::Task;
    use super::super::tests::{reply, task};
    use super::*;

    const TABLE: &str = "task,expected,one,one_cpu_s,two,two_cpu_s\n\
        f/proof,true,true*,9.0,true,4.0\n\
        f/bug,false,false,1.0,false,3.0\n\
        g/hard,true,true,20.0,open,\n\
        g/fooled,false,true,1.0,open,\n";

    fn tasks() -> [Task; 4] {
        [
            task("f/proof", Verdict::True),
            task("f/bug", Verdict::False),
            task("g/hard", Verdict::True),
            task("g/fooled", Verdict::False),
        ]
    }

    fn answered(tasks: &[Task; 4]) -> Vec<Answered<'_>> {
        let verdicts = [Verdict::True, Verdict::False, Verdict::Unknown, Verdict::True];
        tasks
            .iter()
            .zip(verdicts)
            .map(|(task, verdict)| Answered { task, reply: reply(verdict, 0.5) })
            .collect()
    }

    #[test]
    fn families_are_summed() {
        let text = families(&answered(&tasks()));
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| f | 2 | 1 | 1 | 0 | 0 | 1.0 |",
                "| g | 2 | 0 | 0 | 1 | 1 | 1.0 |",
                "| all | 4 | 1 | 1 | 1 | 1 | 2.0 |"
            ]
        );
    }

    #[test]
    fn tools_are_compared_on_what_they_decide_honestly() {
        let reference = Reference::read(TABLE).expect("a good table");
        let text = beside(&answered(&tasks()), &reference);
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| one | 2 | 21.0 | 1 | 1.0 | 21.00 |",
                "| two | 2 | 7.0 | 2 | 1.0 | 7.00 |",
                "| the fastest of them on each | 3 | 25.0 | 2 | 1.5 | 16.67 |"
            ]
        );
    }

    #[test]
    fn what_we_miss_is_listed() {
        let reference = Reference::read(TABLE).expect("a good table");
        let tasks = tasks();
        let all = answered(&tasks);
        assert!(missed(&all, &reference).ends_with("\n\n- g/hard: one in 20.0 s\n"));
        assert!(missed(&all[..2], &reference).starts_with("Every task"));
    }
}
