//! A whole question as one SMT-LIB 2 text, for people and for other solvers.

use std::fmt::Write;

use raddle_terms::{Term, TermStore};
use rustc_hash::FxHashSet;

use super::print::{Printer, comment_lines};
use crate::Answer;

/// Can these be true together?
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    pub assertions: &'a [Term],
    /// Conditions of this one call; written behind the assertions.
    pub assumptions: &'a [Term],
    /// Becomes the status that the text claims.
    pub answer: Option<&'a Answer>,
}

/// The text for a set of conditions: logic, declarations, definitions, one
/// `assert` each, `check-sat`. A comment on a condition or on a shared part of
/// one is put in front of it. The error names what SMT-LIB has no word for.
pub fn script(
    terms: &TermStore,
    assertions: &[Term],
    comments: &dyn Fn(Term) -> Option<String>,
) -> Result<String, String> {
    Question { assertions, ..Question::default() }.script(terms, comments)
}

impl Question<'_> {
    pub fn script(
        &self,
        terms: &TermStore,
        comments: &dyn Fn(Term) -> Option<String>,
    ) -> Result<String, String> {
        let roots = [self.assertions, self.assumptions].concat();
        // A comment on a condition stands at its assertion, so that it is not
        // defined elsewhere for the comment's sake.
        let conditions: FxHashSet<Term> = roots.iter().copied().collect();
        let inner = |term: Term| if conditions.contains(&term) { None } else { comments(term) };
        let mut printer = Printer::default();
        let mut body = String::new();
        let texts = printer.write(terms, &roots, &inner, &mut body)?;
        for (position, (root, text)) in roots.iter().zip(texts).enumerate() {
            if position == self.assertions.len() {
                body.push_str("; assumed:\n");
            }
            if let Some(comment) = comments(*root) {
                comment_lines(&mut body, &comment);
            }
            let _ = writeln!(body, "(assert {text})"); // Strings take everything.
        }
        let status = match self.answer {
            Some(Answer::Satisfiable) => "(set-info :status sat)\n",
            Some(Answer::Unsatisfiable) => "(set-info :status unsat)\n",
            Some(Answer::Unknown(_)) | None => "",
        };
        let logic = printer.theories().logic();
        Ok(format!("(set-logic {logic})\n{status}{body}(check-sat)\n"))
    }
}
