//! Takes the text of a row apart into statements, so that shrinking can drop each of
//! them, and take away the lock or the condition around others.
//!
//! Left whole are rows that say themselves what is a block, by a hole; blocks with
//! variables of their own; and what would lose its meaning without the rest.

use super::tables::all_guards;

/// A statement of a row, still with holes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part<'row> {
    Whole(&'row str),
    /// What is in front of a block, the block, and what is behind it.
    Around(&'row str, &'row str, &'row str),
}

/// The statements of a row, one after the other.
pub(crate) fn parts(row: &str) -> Vec<Part<'_>> {
    if ["$block", "$simple", "$try"].iter().any(|hole| row.contains(hole)) {
        return vec![Part::Whole(row)];
    }
    let mut parts = Vec::new();
    let mut rest = row.trim();
    while !rest.is_empty() {
        let (part, length) = region(rest).unwrap_or_else(|| first_statement(rest));
        parts.push(part);
        rest = rest[length..].trim_start();
    }
    parts
}

/// A lock, what is done with it, and its release; with the length of all.
fn region(text: &str) -> Option<(Part<'_>, usize)> {
    let holes = [("$enter2 ", "$leave2"), ("$enter ", "$leave")];
    let reading = ("pthread_rwlock_rdlock(&book);", "pthread_rwlock_unlock(&book);");
    let locks = all_guards().map(|guard| (guard.enter, guard.leave));
    let mut pairs = holes.into_iter().chain([reading]).chain(locks);
    let (enter, leave) = pairs.find(|(enter, _)| text.starts_with(enter))?;
    let mut open = 1usize;
    let mut at = enter.len();
    while at < text.len() {
        let rest = text.get(at..)?;
        if rest.starts_with(enter) {
            open += 1;
        } else if is_leave(rest, leave) {
            open -= 1;
        }
        if open == 0 {
            let end = at + leave.len();
            return Some((
                Part::Around(&text[..enter.len()], &text[enter.len()..at], &text[at..end]),
                end,
            ));
        }
        at += 1;
    }
    None
}

/// `$leave` is not the beginning of `$leave2`.
fn is_leave(text: &str, leave: &str) -> bool {
    text.strip_prefix(leave).is_some_and(|rest| !rest.starts_with('2'))
}

/// The first statement that is no region, with its length.
fn first_statement(text: &str) -> (Part<'_>, usize) {
    let mut parentheses = 0usize;
    let mut braces = 0usize;
    let mut opened = None;
    for (at, character) in text.char_indices() {
        match character {
            '(' => parentheses += 1,
            ')' => parentheses = parentheses.saturating_sub(1),
            '{' if parentheses == 0 => {
                braces += 1;
                opened = opened.or(Some(at + 1));
            }
            '}' if parentheses == 0 => {
                braces = braces.saturating_sub(1);
                if braces == 0 && !text[at + 1..].trim_start().starts_with("else") {
                    return (braced(text, opened.unwrap_or(at), at), at + 1);
                }
            }
            ';' if parentheses == 0 && braces == 0 => return (Part::Whole(&text[..=at]), at + 1),
            _ => {}
        }
    }
    (Part::Whole(text), text.len())
}

fn braced(text: &str, opened: usize, closed: usize) -> Part<'_> {
    let body = &text[opened..closed];
    let simple = text.starts_with("if (") || text.starts_with("while (");
    if simple && !body.contains("else {") && !body.contains("break;") && !body.trim().is_empty() {
        Part::Around(&text[..opened], body, &text[closed..=closed])
    } else {
        Part::Whole(&text[..=closed])
    }
}

#[cfg(test)]
mod tests {
    use super::Part::{Around, Whole};
    use super::parts;

    #[test]
    fn statements_are_told_apart() {
        assert_eq!(parts("$r = $p; $p = f(1);"), [Whole("$r = $p;"), Whole("$p = f(1);")]);
    }

    #[test]
    fn locks_belong_to_what_is_between() {
        assert_eq!(
            parts("$enter $enter2 $p++; $leave2 $leave x = 1;"),
            [Around("$enter ", "$enter2 $p++; $leave2 ", "$leave"), Whole("x = 1;")]
        );
    }

    #[test]
    fn a_lock_may_be_held_twice() {
        let row = "pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);";
        let [Around(_, inner, _)] = parts(row)[..] else { panic!("{:?}", parts(row)) };
        assert_eq!(inner.matches("lock(&m)").count(), 2);
    }

    #[test]
    fn conditions_have_bodies() {
        assert_eq!(
            parts("if (ready) { x = 1; } y = 1;"),
            [Around("if (ready) {", " x = 1; ", "}"), Whole("y = 1;")]
        );
    }

    #[test]
    fn blocks_with_variables_stay_whole() {
        let row = "{ int old = b; if (old) { x = 1; } }";
        assert_eq!(parts(row), [Whole(row)]);
        let other = "if (a) { x = 1; } else { y = 1; }";
        assert_eq!(parts(other), [Whole(other)]);
    }
}
