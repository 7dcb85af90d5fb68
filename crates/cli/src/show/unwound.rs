//! `raddle show bounded`, `equations` and `formula`: the program as `bmc` sees it.

use raddle_engines::SymbolicOptions;
use raddle_engines::views::bounded::{Bounded, FailingCheck, Ran, unwound};
use raddle_ir::{Location, Program};
use raddle_passes::Ready;
use raddle_trace::style::columns as width;

use super::{harmless_lines, place, source};
use crate::diagnostic::Diagnostic;
use crate::loops::named_loops;

/// So often loops are gone round where nothing else is said.
pub const ITERATIONS: u32 = 3;

/// The program within the bounds.
pub fn bounded(ready: &Ready, options: &mut SymbolicOptions<'_>) -> Result<Bounded, Diagnostic> {
    if ready.starts_threads() {
        return Err(Diagnostic::new(
            "the program starts threads, and this is for programs without",
        )
        .help(format!(
            "{command} show tree FILE shows their turns, {command} check --engine lazy \
                 --dump-formula DIR FILE writes what is asked about them",
            command = crate::command()
        )));
    }
    options.unwind.all.get_or_insert(ITERATIONS);
    Ok(unwound(ready, options))
}

/// One line a source line, in the order in which they run.
pub fn blocks(ready: &Ready, bounded: &Bounded) -> String {
    let mut lines: Vec<[String; 3]> = Vec::new();
    for ran in &bounded.runs {
        let (rounds, guard) = (rounds(ready, ran), guard(&ran.guard));
        let condition = [rounds, guard].into_iter().filter(|text| !text.is_empty());
        let condition = condition.collect::<Vec<_>>().join(", ");
        for location in locations(ready, ran) {
            let at = Some(location);
            let text = format!("{}{}", "  ".repeat(ran.depth), source(&ready.program, at));
            let line = [place(&ready.program, at), text, condition.clone()];
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
    }
    let mut out = table(&lines);
    let guards: Vec<[String; 3]> = equation_lines(&ready.program, bounded, |name| {
        name.starts_with('g') && name.bytes().skip(1).all(|digit| digit.is_ascii_digit())
    });
    if !guards.is_empty() {
        out.push_str("\nGuards\n");
        out.push_str(&super::indent(&table(&guards)));
    }
    out + &missing(bounded)
}

/// The source lines that ran, each once where it is repeated.
fn locations(ready: &Ready, ran: &Ran) -> Vec<Location> {
    let function = &ready.program.functions[ran.first.function];
    let block = &function.blocks[ran.first.block];
    let statements = block.statements.iter().map(|statement| statement.location);
    let ran = statements
        .chain([block.location])
        .skip(ran.first.statement as usize)
        .take(1 + ran.end.saturating_sub(ran.first.statement) as usize);
    let mut list: Vec<Location> = ran.flatten().collect();
    list.dedup_by_key(|location| (location.file, location.line));
    list
}

/// `main.0 round 2`; loops that were not gone round yet are left out.
fn rounds(ready: &Ready, ran: &Ran) -> String {
    let loops = named_loops(ready);
    let names: Vec<String> = ran
        .iterations
        .iter()
        .filter_map(|(function, header, count)| {
            let is_it = |each: &&crate::loops::NamedLoop| {
                each.function == *function && each.header == *header
            };
            Some(format!("{} round {}", loops.iter().find(is_it)?.name, count + 1))
        })
        .collect();
    names.join(", ")
}

fn guard(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("if {}", names.join(" && ")) }
}

/// `x!2 = x!1 + 1      file.c:7`
pub fn equations(ready: &Ready, bounded: &Bounded) -> String {
    let program = &ready.program;
    let mut out = table(&equation_lines(program, bounded, |_| true));
    let checks: Vec<[String; 3]> = bounded
        .checks
        .iter()
        .map(|check| {
            let guard = match check.guard.as_slice() {
                [] => "always".to_owned(),
                names => guard(names),
            };
            [
                format!("{}: {}", check.kind.name(), check.message),
                guard,
                place(program, check.location),
            ]
        })
        .collect();
    if checks.is_empty() {
        out.push_str("\nNo check can fail, whatever the values.\n");
    } else {
        out.push_str("\nChecks that fail\n");
        out.push_str(&super::indent(&table(&checks)));
    }
    out + &missing(bounded)
}

fn equation_lines(
    program: &Program,
    bounded: &Bounded,
    wanted: impl Fn(&str) -> bool,
) -> Vec<[String; 3]> {
    let equations = bounded.equations.iter().filter(|equation| wanted(&equation.name));
    equations
        .map(|equation| {
            let text = format!("{} = {}", equation.name, equation.text);
            [text, place(program, equation.location), String::new()]
        })
        .collect()
}

/// The question whether any check fails.
pub fn formula(ready: &Ready, bounded: &mut Bounded) -> Result<String, Diagnostic> {
    let Bounded { terms, checks, .. } = bounded;
    let mut any = terms.boolean(false);
    for check in checks.iter() {
        any = terms.or(any, check.condition);
    }
    let comments = |term| {
        let about = |check: &&FailingCheck| check.condition == term;
        let texts: Vec<String> =
            checks.iter().filter(about).map(|check| check_comment(ready, check)).collect();
        if term == any && checks.len() > 1 {
            return Some("can any check fail?".to_owned());
        }
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    let text = raddle_engines::symbolic::script(terms, &[any], &comments)
        .map_err(|reason| Diagnostic::new(format!("this cannot be said in SMT-LIB 2: {reason}")))?;
    let missing = missing(bounded);
    let notes: String =
        missing.lines().filter(|line| !line.is_empty()).map(|line| format!("; {line}\n")).collect();
    Ok(harmless_lines(&(text + &notes)))
}

fn check_comment(ready: &Ready, check: &FailingCheck) -> String {
    let at = place(&ready.program, check.location);
    format!("{} fails: {}, {at}", check.kind.name(), check.message)
}

/// What nothing above is about.
fn missing(bounded: &Bounded) -> String {
    if bounded.missing.is_empty() {
        return String::new();
    }
    let lines: String = bounded.missing.iter().map(|text| format!("  {text}\n")).collect();
    harmless_lines(&format!("\nLeft out (--unwind N shows more)\n{lines}"))
}

/// Aligned columns; lines may repeat.
fn table(lines: &[[String; 3]]) -> String {
    let widest = |column: usize| lines.iter().map(|line| width(&line[column])).max().unwrap_or(0);
    let (first, second) = (widest(0).min(72), widest(1).min(72));
    let mut out = String::new();
    for [one, two, three] in lines {
        let gap = " ".repeat(first.saturating_sub(width(one)));
        let second_gap = " ".repeat(second.saturating_sub(width(two)));
        let line = format!("{one}{gap}  {two}{second_gap}  {three}");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    harmless_lines(&out)
}
