//! Makes clang announce accesses of the members and elements of local variables.
//!
//! Its thread sanitizer leaves out what it takes for a thread's own: local variables whose
//! address goes nowhere. Up to version 19 at least it asks that of a member's address alone, so
//! that of a structure that was handed to a thread no member is announced. An access that is
//! volatile counts as one that gives its address away; so the members of variables whose own
//! address goes somewhere become volatile, in the LLVM text between the two halves of clang.
//! Without optimisation nothing else depends on it.
//!
//! The text is read by line and by word: what is not understood counts as giving an address
//! away, which at worst announces an access that the script then passes over.

use std::collections::{HashMap, HashSet};

/// The LLVM text with volatile accesses where they are needed.
pub fn announce(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut body: Vec<&str> = Vec::new();
    let mut in_body = false;
    for line in text.lines() {
        if line.starts_with("define ") {
            in_body = true;
        } else if line == "}" {
            announce_in(&body, &mut out);
            body.clear();
            in_body = false;
        } else if in_body {
            body.push(line);
            continue;
        }
        out.push_str(line);
        out.push('\n');
    }
    announce_in(&body, &mut out);
    out
}

/// The same for the body of a function.
fn announce_in(body: &[&str], out: &mut String) {
    let mut locals = Locals::default();
    for line in body {
        locals.read(line);
    }
    for line in body {
        match parse(line) {
            Line::Access { address, keyword, is_plain: true } if locals.is_handed_out(address) => {
                out.push_str(&line.replacen(keyword, &format!("{keyword}volatile "), 1));
            }
            Line::Access { .. }
            | Line::Variable(_)
            | Line::Member(_)
            | Line::Harmless
            | Line::Other => out.push_str(line),
        }
        out.push('\n');
    }
}

/// The local variables of a function.
#[derive(Default)]
struct Locals<'a> {
    /// Which variable an address is in: its own, and those of its members.
    variables: HashMap<&'a str, &'a str>,
    handed_out: HashSet<&'a str>,
}

impl<'a> Locals<'a> {
    fn read(&mut self, line: &'a str) {
        let spared = match parse(line) {
            Line::Variable(name) => {
                self.variables.insert(name, name);
                return;
            }
            Line::Member(name) => {
                let base = words(line).find_map(|word| self.variables.get(word).copied());
                if let Some(base) = base {
                    self.variables.insert(name, base);
                }
                return;
            }
            Line::Harmless => return,
            Line::Access { address, .. } => Some(address),
            Line::Other => None,
        };
        for word in words(line).filter(|word| Some(*word) != spared) {
            self.handed_out.extend(self.variables.get(word));
        }
    }

    /// A member of a variable whose address goes somewhere.
    fn is_handed_out(&self, address: &str) -> bool {
        let variable = self.variables.get(address).filter(|variable| **variable != address);
        variable.is_some_and(|variable| self.handed_out.contains(variable))
    }
}

enum Line<'a> {
    /// A local variable begins.
    Variable(&'a str),
    /// The address of a part of something, or the same address as another type.
    Member(&'a str),
    /// A load or a store, by its first words.
    Access {
        address: &'a str,
        keyword: &'static str,
        is_plain: bool,
    },
    /// Addresses do not leave by it.
    Harmless,
    Other,
}

fn parse(line: &str) -> Line<'_> {
    let trimmed = line.trim_start();
    let (name, operation) = trimmed.split_once(" = ").unwrap_or(("", trimmed));
    match operation.split(' ').next().unwrap_or_default() {
        "alloca" => Line::Variable(name),
        "getelementptr" | "bitcast" => Line::Member(name),
        "load" => access(operation, "load "),
        "store" => access(operation, "store "),
        "call" if is_harmless_call(operation) => Line::Harmless,
        // What is known about a variable for debuggers.
        word if word.starts_with('#') || word.starts_with(';') => Line::Harmless,
        _ => Line::Other,
    }
}

fn is_harmless_call(operation: &str) -> bool {
    ["dbg.", "lifetime.", "memcpy.", "memmove.", "memset."]
        .iter()
        .any(|function| operation.contains(&format!("@llvm.{function}")))
}

/// `load i32, ptr %7, align 4`, `store i32 4, ptr %7, align 4`
fn access<'a>(operation: &'a str, keyword: &'static str) -> Line<'a> {
    let operands = operation.split(", align ").next().unwrap_or_default();
    let address = operands.rsplit(' ').next().unwrap_or_default();
    let is_plain = !["atomic ", "volatile "]
        .iter()
        .any(|word| operation.get(keyword.len()..).is_some_and(|rest| rest.starts_with(word)));
    Line::Access { address, keyword, is_plain }
}

/// The names of values, and of types.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', ',', '(', ')', '*', '[', ']', '{', '}']).filter(|word| word.starts_with('%'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of these lines, those that become volatile.
    fn announced(body: &str) -> Vec<usize> {
        let text = format!("define i32 @main() {{\n{body}\n}}\n");
        let after = announce(&text);
        assert_eq!(after.replace("volatile ", ""), text);
        let is_announced = |(_, line): &(usize, &str)| line.contains("volatile ");
        after.lines().skip(1).enumerate().filter(is_announced).map(|(number, _)| number).collect()
    }

    #[test]
    fn members_of_what_is_handed_to_a_call_are_announced() {
        let body = "  %1 = alloca %struct.job, align 4\n\
            \x20 %2 = getelementptr inbounds %struct.job, ptr %1, i32 0, i32 1, !dbg !7\n\
            \x20 store i32 4, ptr %2, align 4\n  %3 = load i32, ptr %2, align 4, !dbg !8\n\
            \x20 store i32 0, ptr %1, align 4";
        assert!(announced(body).is_empty());
        let given = "\n  %4 = call i32 @start(ptr noundef @run, ptr noundef %1)";
        assert_eq!(announced(&format!("{body}{given}")), [2, 3]);
        for kept in ["ptr @shared", "ptr getelementptr (i8, ptr @shared, i64 8)"] {
            let stored = format!("{body}\n  store ptr %2, {kept}, align 8");
            assert_eq!(announced(&stored), [2, 3], "{kept}");
        }
        for harmless in [
            "call void @llvm.memset.p0.i64(ptr align 4 %1, i8 0, i64 8, i1 false)",
            "call void @llvm.dbg.declare(metadata ptr %1, metadata !9, metadata !5)",
            "  #dbg_declare(ptr %1, !9, !5, !6)",
        ] {
            assert!(announced(&format!("{body}\n  {harmless}")).is_empty(), "{harmless}");
        }
    }

    /// As clang 14 writes pointers; a variable of one function is not that of another.
    #[test]
    fn types_of_pointers_do_not_matter() {
        let body = "  %1 = alloca [2 x i32], align 4\n  %2 = bitcast [2 x i32]* %1 to i8*\n\
            \x20 call void @start(i8* %2)\n\
            \x20 %3 = getelementptr inbounds [2 x i32], [2 x i32]* %1, i64 0, i64 1\n\
            \x20 store i32 %5, i32* %3, align 4\n}\ndefine void @other() {\n\
            \x20 %1 = alloca [2 x i32], align 4\n\
            \x20 %3 = getelementptr inbounds [2 x i32], [2 x i32]* %1, i64 0, i64 1\n\
            \x20 store i32 %5, i32* %3, align 4";
        assert_eq!(announced(body), [4]);
    }

    #[test]
    fn any_text_will_do() {
        for line in ["", "load", "store", "%1 = load", "  store ,", "%1 = getelementptr", " = "] {
            assert!(announced(line).is_empty(), "{line}");
        }
    }
}
