//! Makes the places of calls known at run time: clang's assembly says the line and
//! column of each instruction (`.loc`), and a label behind each call says where it
//! returns to. The two go into a table that the runtime looks its callers up in.
//!
//! Nothing but labels and data is added, so that the program is the user's, and no
//! reader of debug information is needed. In traces of an error location the calls of
//! `reach_error` lead to the runtime, because the user's own body may do nothing.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use raddle_frontend::is_error_location;

use crate::follow::full_path;
use crate::script::SourceSpot;

/// The locations of the script and of the program, numbered.
#[derive(Clone, Debug, Default)]
pub struct Locations {
    pub list: Vec<SourceSpot>,
    numbers: HashMap<SourceSpot, usize>,
}

impl Locations {
    pub fn new(list: Vec<SourceSpot>) -> Locations {
        let numbers = list.iter().cloned().enumerate().map(|(n, spot)| (spot, n)).collect();
        Locations { list, numbers }
    }

    pub fn number(&mut self, spot: SourceSpot) -> usize {
        match self.numbers.get(&spot) {
            Some(&number) => number,
            None => {
                let number = self.list.len();
                self.numbers.insert(spot.clone(), number);
                self.list.push(spot);
                number
            }
        }
    }
}

/// The section of the table; linkers mark its ends for names that are identifiers.
const SECTION: &str = "raddle_sites";

/// What the runtime has in place of an error location.
const REACH_ERROR: &str = "raddle_reach_error";

/// The assembly with a table of its calls. With `reach_errors`, calls of `reach_error`
/// lead to the runtime.
pub fn annotate(
    text: &str,
    locations: &mut Locations,
    globals: &Globals,
    reach_errors: bool,
) -> String {
    let mut files: HashMap<u32, String> = HashMap::new();
    let mut directory = PathBuf::new();
    let mut here: Option<SourceSpot> = None;
    let mut sites: Vec<usize> = Vec::new();
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in text.lines() {
        let words = line.trim_start();
        if let Some((number, folder, name)) = file_directive(words) {
            if number == 0 {
                directory = PathBuf::from(&folder);
            }
            files.insert(number, full_path(&directory.join(folder).join(name)));
        } else if let Some((file, line, column)) = loc_directive(words) {
            let file = files.get(&file).cloned().unwrap_or_default();
            here = Some(SourceSpot { file, line, column });
        }
        let mut label = |out: &mut String, here: &SourceSpot| {
            out.push_str(&format!(".Lraddle_site_{}:\n", sites.len()));
            sites.push(locations.number(here.clone()));
        };
        match (kind_of(words), &here) {
            (Kind::Call, Some(here)) => {
                out.push_str(&call_line(line, reach_errors));
                out.push('\n');
                label(&mut out, here);
            }
            (Kind::Trap, Some(here)) => {
                label(&mut out, here);
                out.push_str(line);
                out.push('\n');
            }
            (Kind::Call | Kind::Trap | Kind::Other, _) => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out.push_str(&format!("\t.section\t{SECTION},\"aw\",@progbits\n\t.p2align\t3\n"));
    for (site, location) in sites.iter().enumerate() {
        out.push_str(&format!("\t.quad\t.Lraddle_site_{site}\n\t.quad\t{location}\n"));
    }
    out.push_str("\t.section\traddle_globals,\"aw\",@progbits\n\t.p2align\t3\n");
    for (name, size) in globals_of(text) {
        let number = globals.number(&name).map_or(UNKNOWN, |number| number as i64);
        out.push_str(&format!("\t.quad\t{name}\n\t.quad\t{size}\n\t.quad\t{number}\n"));
    }
    out
}

/// In place of a global's number: one that is not known by its name, or no global.
pub const UNKNOWN: i64 = -1;
pub const ELSEWHERE: i64 = -2;
pub const STACK: i64 = -3;

/// The globals that no other one in the assembly or in our program shares its name with,
/// numbered. They tell apart accesses at one location. Our program may lack some: no
/// thread writes them.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    numbers: BTreeMap<String, usize>,
}

impl Globals {
    pub fn new(texts: &[String], names: &[&str]) -> Globals {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (name, _) in texts.iter().flat_map(|text| globals_of(text)) {
            *counts.entry(name).or_default() += 1;
        }
        let known = counts.into_iter().filter(|(name, count)| {
            *count == 1 && names.iter().filter(|known| *known == name).count() <= 1
        });
        Globals { numbers: known.enumerate().map(|(n, (name, _))| (name, n)).collect() }
    }

    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// In the order of their numbers.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.numbers.keys()
    }
}

/// The global objects of a file, with their sizes, without those that each thread has.
fn globals_of(text: &str) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    let mut objects: HashSet<&str> = HashSet::new();
    let mut of_threads: HashSet<&str> = HashSet::new();
    let mut in_thread_section = false;
    for line in text.lines() {
        let words = line.trim_start();
        if let Some(rest) = words.strip_prefix(".section") {
            in_thread_section = rest.contains(".tdata") || rest.contains(".tbss");
        } else if matches!(words, ".text" | ".data" | ".bss") {
            in_thread_section = false;
        } else if let Some(rest) = words.strip_prefix(".type") {
            // A comment may follow.
            let kind = rest.split_whitespace().next().unwrap_or_default();
            objects.extend(kind.strip_suffix(",@object"));
        } else if let Some(rest) = words.strip_prefix(".size") {
            let sized = rest.trim_start().split_once(", ");
            let sized = sized.and_then(|(name, size)| Some((name, size.parse::<u64>().ok()?)));
            let is_common =
                |name: &str| is_plain(name) && objects.contains(name) && !of_threads.contains(name);
            if let Some((name, size)) = sized.filter(|(name, _)| is_common(name)) {
                found.push((name.to_owned(), size));
            }
        } else if in_thread_section {
            of_threads.extend(line.split_once(':').map(|(name, _)| name));
        }
        if let Some(rest) = words.strip_prefix(".comm") {
            let mut parts = rest.trim_start().split(',');
            let name = parts.next().unwrap_or_default();
            let size = parts.next().and_then(|size| size.parse().ok());
            if let Some(size) = size.filter(|_| is_plain(name)) {
                found.push((name.to_owned(), size));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// A name that needs no quotes, and is not the assembler's own.
fn is_plain(name: &str) -> bool {
    !name.starts_with(".L") && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.$".contains(c))
}

enum Kind {
    Call,
    /// The compiler's own checks end in one.
    Trap,
    Other,
}

/// By the mnemonics of x86-64 and of 64-bit ARM.
fn kind_of(words: &str) -> Kind {
    match words.split_whitespace().next() {
        Some("call" | "callq" | "bl" | "blr") => Kind::Call,
        Some("ud1l" | "ud1" | "ud2" | "brk") => Kind::Trap,
        Some(_) | None => Kind::Other,
    }
}

fn call_line(line: &str, reach_errors: bool) -> String {
    let target = line.split_whitespace().nth(1).unwrap_or_default();
    let name = target.split('@').next().unwrap_or_default();
    if reach_errors && is_error_location(name) {
        line.replacen(name, REACH_ERROR, 1)
    } else {
        line.to_owned()
    }
}

/// `.loc 0 7 39 is_stmt 0`
fn loc_directive(words: &str) -> Option<(u32, u32, u32)> {
    let mut numbers = words.strip_prefix(".loc")?.split_whitespace().map(str::parse::<u32>);
    let mut next = || numbers.next()?.ok();
    Some((next()?, next()?, next().unwrap_or(0)))
}

/// `.file 1 "directory" "name" md5 0x...`, or without a directory.
fn file_directive(words: &str) -> Option<(u32, String, String)> {
    let rest = words.strip_prefix(".file")?.trim_start();
    let (number, rest) = rest.split_once(char::is_whitespace)?;
    let number = number.parse().ok()?;
    let (first, rest) = quoted(rest)?;
    Some(match quoted(rest) {
        Some((name, _)) => (number, first, name),
        None => (number, String::new(), first),
    })
}

/// A string at the beginning of the text, and what comes after it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start().strip_prefix('"')?;
    let mut bytes = Vec::new();
    let mut rest = text.bytes().enumerate();
    while let Some((position, byte)) = rest.next() {
        match byte {
            b'"' => {
                let string = String::from_utf8_lossy(&bytes).into_owned();
                return Some((string, text.get(position + 1..)?));
            }
            b'\\' => match rest.next()?.1 {
                digit @ b'0'..=b'7' => {
                    let mut value = u32::from(digit - b'0');
                    for _ in 0..2 {
                        let (_, digit) = rest.next()?;
                        value = value * 8 + u32::from(digit.checked_sub(b'0')?);
                    }
                    bytes.push(value as u8);
                }
                b'n' => bytes.push(b'\n'),
                b't' => bytes.push(b'\t'),
                b'r' => bytes.push(b'\r'),
                other => bytes.push(other),
            },
            other => bytes.push(other),
        }
    }
    None
}

/// Functions that are called in the assembly and have no body there.
pub fn undefined_calls(texts: &[String]) -> Vec<String> {
    let mut called: Vec<String> = Vec::new();
    let mut defined: HashSet<&str> = HashSet::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        if let Some(label) = line.split(':').next().filter(|_| !line.starts_with(['\t', ' ', '.']))
        {
            defined.insert(label);
        }
        let words = line.trim_start();
        if matches!(kind_of(words), Kind::Call) {
            let target = words.split_whitespace().nth(1).unwrap_or_default();
            called.push(target.split('@').next().unwrap_or_default().to_owned());
        }
    }
    called.retain(|name| !defined.contains(name.as_str()));
    called.sort();
    called.dedup();
    called
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASSEMBLY: &str = "\t.file\t0 \"/src\" \"a \\303\\274.c\" md5 0x1\n\
                            main:\n\t.loc\t0 7 39 is_stmt 0\n\tcallq\t__tsan_write4@PLT\n\
                            \tcallq\treach_error\n\t.loc\t0 8 1\n\tud2\n";

    #[test]
    fn each_call_has_a_place() {
        let mut locations = Locations::default();
        let text = annotate(ASSEMBLY, &mut locations, &Globals::default(), true);
        let expected = [(7, 39), (8, 1)];
        let found: Vec<_> = locations.list.iter().map(|spot| (spot.line, spot.column)).collect();
        assert_eq!(found, expected);
        assert_eq!(locations.list[0].file, "/src/a ü.c");
        assert!(text.contains("__tsan_write4@PLT\n.Lraddle_site_0:\n"), "{text}");
        assert!(text.contains("callq\traddle_reach_error\n.Lraddle_site_1:\n"), "{text}");
        assert!(text.contains(".Lraddle_site_2:\n\tud2\n"), "{text}");
        assert!(text.contains(".quad\t.Lraddle_site_2\n\t.quad\t1\n"), "{text}");
    }

    #[test]
    fn what_has_a_body_is_not_missing() {
        let texts = [ASSEMBLY.to_owned(), "reach_error:\n\tcall\tmain\n".to_owned()];
        assert_eq!(undefined_calls(&texts), ["__tsan_write4"]);
    }

    #[test]
    fn globals_are_found_but_not_those_of_each_thread() {
        let text = "\t.type\tx,@object   # @x\nx:\n\t.size\tx, 4\n\t.local\ty\n\t.comm\ty,8,8\n\
                    \t.section\t.tbss,\"awT\",@nobits\n\t.type\tz,@object\nz:\n\t.size\tz, 4\n\
                    \t.type\t.L.str,@object\n\t.size\t.L.str, 3\n\t.size\tmain, .Lend-main\n";
        assert_eq!(globals_of(text), [("x".to_owned(), 4), ("y".to_owned(), 8)]);
        let texts = [text.to_owned(), "\t.comm\ty,8,8\n".to_owned()];
        let globals = Globals::new(&texts, &["x", "y"]);
        assert_eq!((globals.number("x"), globals.number("y")), (Some(0), None));
    }

    #[test]
    fn broken_directives_are_passed_over() {
        for line in [".file", ".file 1", ".file x \"a\"", ".file 1 \"a", ".loc", ".loc 1 x", "\""] {
            let mut locations = Locations::default();
            assert!(
                annotate(line, &mut locations, &Globals::default(), false).starts_with(line),
                "{line}"
            );
        }
    }
}
