//! Optimising a C file without losing what functions mean by their names.
//!
//! A call of `reach_error` or `__VERIFIER_error` is an error whatever its body does, and functions named
//! `__VERIFIER_atomic_…` run in an atomic section. An optimiser that knows the
//! bodies may inline them, or drop calls that have no effect, and with them the
//! meaning. So where a file defines such functions, clang first prints it as it
//! is; the functions are marked as not to be looked into; then clang optimises
//! that text.

use std::path::Path;

use crate::FrontendError;
use crate::clang::{Clang, CompileSettings};
use crate::lower::is_error_location;

/// The LLVM text of one C file, optimised as the settings say.
pub(crate) fn compile(
    clang: &Clang,
    path: &Path,
    settings: &CompileSettings,
) -> Result<String, FrontendError> {
    // The text with all bodies is also the one in front of any optimisation.
    let plain = clang.compile(path, settings, true)?;
    match mark(&plain) {
        Some(marked) => clang.recompile(&marked, path, settings),
        None => clang.compile(path, settings, false),
    }
}

/// The text with the functions marked that matter by name, if it defines any.
fn mark(text: &str) -> Option<String> {
    let mut found = false;
    let mut marked = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        match end_of_parameters(line) {
            Some(position) => {
                found = true;
                marked.push_str(&line[..position]);
                marked.push_str(" noinline optnone");
                marked.push_str(&line[position..]);
            }
            None => marked.push_str(line),
        }
    }
    found.then_some(marked)
}

/// Behind the parameters of a definition that matters by its name.
fn end_of_parameters(line: &str) -> Option<usize> {
    if !line.starts_with("define ") {
        return None;
    }
    let start = line.find('@')? + 1;
    let open = start + line[start..].find('(')?;
    if !matters(&line[start..open]) {
        return None;
    }
    let mut depth = 0;
    for (position, character) in line[open..].char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open + position + 1);
        }
    }
    None
}

fn matters(name: &str) -> bool {
    is_error_location(name) || name.starts_with("__VERIFIER_atomic_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_functions_that_matter_are_marked() {
        let text = "define dso_local void @reach_error() #0 !dbg !1 {\n}\n\
                    define i32 @reach_errors() #0 {\n}\n\
                    declare void @__VERIFIER_atomic_begin() #1\n";
        let marked = mark(text).unwrap_or_default();
        assert!(
            marked.starts_with("define dso_local void @reach_error() noinline optnone #0 !dbg")
        );
        assert_eq!(marked.matches("optnone").count(), 1);
        assert_eq!(mark("define void @main() {\n"), None);
    }

    #[test]
    fn parameters_may_have_parentheses() {
        let line = "define void @__VERIFIER_atomic_f(ptr byval(%s) align 8 %p) unnamed_addr {";
        let end = end_of_parameters(line).unwrap_or(0);
        assert_eq!(&line[end..], " unnamed_addr {");
    }
}
