//! Programs with one small fault more: every way to break a C text by one edit.
//!
//! Mutation testing turned round (DeMillo, Lipton and Sayward, "Hints on test data
//! selection", 1978; the edits on threads are of the kind that Bradbury, Cordy and Dingel
//! list for Java, "Mutation operators for concurrent Java", 2006): what is tested is not a
//! set of tests but a verifier. Of a program that holds it is known why; of its mutants
//! most break the one thing that it rests on, so that whoever still says *holds* has not
//! looked there.
//!
//! The edits are made on C text, by its words and signs and the places of its statements.
//! There every program can be had, whoever wrote it, and clang says whether what came out
//! is a program; and everything that concludes something is behind it: the front-end's
//! splitting of accesses, the passes' facts, the engines. In the IR an edit would have to
//! keep what its verifier and the analyses rely on; in the trees of `concurrent` only
//! generated programs are.
//!
//! Incomplete: what macros expand to is never changed, and no edit needs two places but
//! dropping a section. Memory orders stay as they are.

mod edits;
mod statements;
mod tokens;

use crate::random::Random;
use edits::{Edit, edits};
use statements::Structure;

/// A program and what was done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    pub text: String,
    /// As in "line 12: `<` becomes `<=`".
    pub edit: String,
}

/// All programs that differ from this one by an edit, the kinds of edits apart.
pub fn mutants(text: &str) -> Vec<Vec<Mutant>> {
    let by_kind = edits(text, &Structure::of(text));
    by_kind.iter().map(|edits| edits.iter().map(|edit| mutant(text, edit)).collect()).collect()
}

/// One of them: a kind first, so that rare ones have their turn.
pub fn any_mutant(text: &str, seed: u64) -> Option<Mutant> {
    let mut random = Random::new(seed);
    let mut by_kind = edits(text, &Structure::of(text));
    by_kind.retain(|edits| !edits.is_empty());
    let edits = random.pick_any(&by_kind)?;
    Some(mutant(text, random.pick_any(edits)?))
}

fn mutant(text: &str, edit: &Edit) -> Mutant {
    Mutant { text: edit.applied(text), edit: edit.in_words(text) }
}

/// The text without one of its statements, or of what stands outside of functions; with
/// statements in place of the one that they are in. Larger pieces first.
pub fn smaller(text: &str) -> Vec<String> {
    let structure = Structure::of(text);
    let mut drops: Vec<Edit> = Vec::new();
    for range in structure.blocks.iter().flatten().chain(&structure.outermost) {
        drops.push(Edit::replacing(structure.bytes(range), ""));
    }
    for (keyword, condition) in &structure.conditions {
        let head = structure.bytes(&(*keyword..condition.end + 1));
        drops.push(Edit::replacing(head, ""));
    }
    drops.sort_by_key(|edit| std::cmp::Reverse(edit.length()));
    drops.iter().map(|edit| edit.applied(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCKED: &str = "\
#include <pthread.h>
#define TWO 2
static volatile int x; /* a ; in a comment */
static void *f(void *p)
{
    int i = 0;
    while (i < 3 && x == 0) {
        pthread_mutex_lock(&m);
        x = x + 1; // another;
        pthread_mutex_unlock(&m);
    }
    if (!x)
        puts(\"; x < 1\");
    return p;
}
";

    fn all() -> Vec<Mutant> {
        mutants(LOCKED).into_iter().flatten().collect()
    }

    fn is_made(edit: &str, changed: (&str, &str)) {
        let (old, new) = changed;
        assert_eq!(LOCKED.matches(old).count(), 1, "{old}");
        let text = LOCKED.replace(old, new);
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let found = all().into_iter().find(|mutant| squeezed(&mutant.text) == squeezed(&text));
        let found = found.unwrap_or_else(|| panic!("{edit} is not made"));
        assert!(found.edit.contains(edit), "{} instead of {edit}", found.edit);
    }

    #[test]
    fn every_kind_of_edit_is_made() {
        is_made("line 8: `pthread_mutex_lock(&m);` is dropped", ("pthread_mutex_lock(&m);", ";"));
        is_made("is dropped", ("x = x + 1;", ";"));
        is_made(
            "`pthread_mutex_lock(&m);` and `x = x + 1;` change places",
            ("pthread_mutex_lock(&m);\n        x = x + 1;", "x = x + 1; pthread_mutex_lock(&m);"),
        );
        is_made("is done twice", ("x = x + 1;", "{ x = x + 1; x = x + 1; }"));
        is_made("`<` becomes `<=`", ("i < 3", "i <= 3"));
        is_made("`==` becomes `>=`", ("x == 0", "x >= 0"));
        is_made("`&&` becomes `||`", ("&&", "||"));
        is_made("`3` becomes `4`", ("3", "4"));
        is_made("`3` becomes `2`", ("3", "2"));
        is_made("is negated", ("i < 3 && x == 0", "!(i < 3 && x == 0)"));
        is_made("line 12: `!` is dropped", ("!x", "x"));
        is_made("`volatile` is dropped", ("volatile", ""));
        is_made("`while` becomes `if`", ("while", "if"));
        is_made("`int i = 0;` is one for all", ("int i", "static int i"));
    }

    #[test]
    fn a_section_loses_both_its_ends() {
        let bare = |mutant: &Mutant| !mutant.text.contains("pthread_mutex_");
        assert_eq!(all().iter().filter(|mutant| bare(mutant)).count(), 1);
    }

    #[test]
    fn what_is_no_code_stays() {
        for mutant in all() {
            assert!(mutant.text.contains("#define TWO 2\n"), "{}", mutant.edit);
            assert!(mutant.text.contains("/* a ; in a comment */"), "{}", mutant.edit);
            assert!(
                mutant.text.contains("\"; x < 1\"") || mutant.edit.contains("puts"),
                "{}",
                mutant.edit
            );
            assert_ne!(mutant.text, LOCKED, "{}", mutant.edit);
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_mutant_and_others_make_others() {
        assert_eq!(any_mutant(LOCKED, 7), any_mutant(LOCKED, 7));
        let edits: std::collections::BTreeSet<String> =
            (0..200).filter_map(|seed| Some(any_mutant(LOCKED, seed)?.edit)).collect();
        assert!(edits.len() > 20, "{edits:?}");
        assert_eq!(any_mutant("", 7), None);
    }

    #[test]
    fn texts_that_are_no_c_are_survived() {
        for text in ["}", "{", "f() {", "f() { if (", "f() { do", "case", "\"", "'\\", "/*", "x:"] {
            mutants(text);
            smaller(text);
        }
    }

    #[test]
    fn smaller_texts_lose_a_piece() {
        let smaller = smaller(LOCKED);
        assert!(smaller.iter().all(|text| text.len() < LOCKED.len()));
        assert!(smaller.iter().any(|text| text.contains("if (!x)") && !text.contains("while")));
        assert!(smaller.iter().any(|text| text.contains("puts") && !text.contains("if (!x)")));
    }
}
