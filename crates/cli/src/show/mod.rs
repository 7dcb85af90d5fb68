//! `raddle show`: how the program is understood.

mod threads;
mod tree;
mod unwound;

use std::collections::BTreeSet;

use raddle_engines::SymbolicOptions;
use raddle_engines::views::bounded::Bounded;
use raddle_engines::views::sharing::SharingView;
use raddle_ir::text::Printer;
use raddle_ir::{
    Callee, Function, FunctionId, GlobalId, Instruction, Location, Operand, Origin, Program,
    Statement,
};
use raddle_passes::Ready;

use crate::diagnostic::{Diagnostic, render_warning};
use crate::engine;
use crate::load::{frontend_options, load};
use crate::loops::named_loops;
use crate::options::{ProgramOptions, ShowOptions, Shown, TreeFormat, When};
use crate::terminal::message_style;
use crate::{Status, fail};

pub fn run(options: &ShowOptions) -> Status {
    match text(options) {
        Ok(text) => {
            crate::print(&text);
            Status::Holds
        }
        Err(diagnostic) => fail(&diagnostic, false, When::Auto),
    }
}

/// An option that says nothing about what is to be shown.
fn stranger(options: &ShowOptions) -> Option<Diagnostic> {
    use Shown::{Bounded, Equations, Formula, Tree};
    let bounds = &options.bounds;
    let list: [(&str, bool, &[Shown]); 8] = [
        ("--check", !options.property.checks.is_empty(), &[Bounded, Equations, Formula, Tree]),
        ("--unwind", !bounds.unwind.is_empty(), &[Bounded, Equations, Formula, Tree]),
        ("--contexts", bounds.contexts.is_some(), &[Tree]),
        ("--decisions", bounds.decisions.is_some(), &[Tree]),
        ("--granularity", bounds.granularity.is_some(), &[Tree]),
        ("--no-reduction", bounds.no_reduction, &[Tree]),
        ("--partial-loops", bounds.partial_loops, &[]),
        ("--format", options.format.is_some(), &[Tree]),
    ];
    let (name, ..) =
        list.into_iter().find(|(_, given, of)| *given && !of.contains(&options.what))?;
    Some(
        Diagnostic::new(format!("{name} says nothing about what is to be shown"))
            .help(format!("leave out {name}; {} show --help tells more", crate::command())),
    )
}

fn text(options: &ShowOptions) -> Result<String, Diagnostic> {
    if let Some(wrong) = stranger(options) {
        return Err(wrong);
    }
    if options.what == Shown::Llvm {
        return llvm(&options.program);
    }
    let loaded = load(&options.program)?;
    for warning in &loaded.notes.warnings {
        crate::print_message(&render_warning(warning, &message_style(When::Auto)));
    }
    let ready = &loaded.ready;
    Ok(match options.what {
        Shown::Llvm => String::new(),
        Shown::Ir => Printer::READABLE.program(&ready.program),
        Shown::Loops => loops(ready),
        Shown::Threads => threads_and_variables(ready) + &kinds_of_threads(ready),
        Shown::Shared => known(&SharingView::new(ready))?.shared(),
        Shown::Locks => known(&SharingView::new(ready))?.locks(),
        Shown::Bounded if ready.starts_threads() => {
            threads::bounded(ready, &symbolic(options, ready)?.unwind)?
        }
        Shown::Bounded => unwound::blocks(ready, &bounded(options, ready)?),
        Shown::Equations => unwound::equations(ready, &bounded(options, ready)?),
        Shown::Formula => unwound::formula(ready, &mut bounded(options, ready)?)?,
        Shown::Tree => {
            let format = options.format.unwrap_or(TreeFormat::Text);
            tree::tree(ready, symbolic(options, ready)?, format)?
        }
    })
}

fn known<'v, 'a>(sharing: &'v SharingView<'a>) -> Result<&'v SharingView<'a>, Diagnostic> {
    match sharing.gap() {
        None => Ok(sharing),
        Some(gap) => Err(Diagnostic::new(format!("what threads share is not known: {gap}"))
            .help(format!("{} show threads lists what can be said anyway", crate::command()))),
    }
}

fn symbolic(options: &ShowOptions, ready: &Ready) -> Result<SymbolicOptions<'static>, Diagnostic> {
    let selected = options.property.selected().into_iter().collect();
    engine::bounded(ready, selected, &options.bounds)
}

fn bounded(options: &ShowOptions, ready: &Ready) -> Result<Bounded, Diagnostic> {
    unwound::bounded(ready, &mut symbolic(options, ready)?)
}

/// What clang makes of each file, one after the other.
fn llvm(options: &ProgramOptions) -> Result<String, Diagnostic> {
    let files = raddle_frontend::llvm_text(&frontend_options(options, true))?;
    let several = files.len() > 1;
    let mut out = String::new();
    for (path, text) in files {
        if several {
            out.push_str(&format!("; {}\n", path.display()));
        }
        out.push_str(&text);
    }
    Ok(out)
}

fn users(program: &Program) -> impl Iterator<Item = (FunctionId, &Function)> {
    let functions = program.functions.iter_enumerated();
    functions.filter(|(_, function)| function.origin == Origin::User && function.has_body())
}

/// `main.0   file.c:12   for (int i = 0; i < 3; i++)`
fn loops(ready: &Ready) -> String {
    let program = &ready.program;
    let lines: Vec<[String; 3]> = named_loops(ready)
        .into_iter()
        .map(|each| [each.name, place(program, each.location), source(program, each.location)])
        .collect();
    if lines.is_empty() {
        return "The program has no loops.\n".to_owned();
    }
    columns(&lines)
}

fn threads_and_variables(ready: &Ready) -> String {
    let program = &ready.program;
    let mut lines = vec![["main".to_owned(), "the first thread".to_owned(), String::new()]];
    for (_, function) in users(program) {
        let statements = function.blocks.iter().flat_map(|block| &block.statements);
        for statement in statements {
            if let Some(started) = started(program, statement) {
                lines.push([
                    started,
                    format!("started in {}", function.name),
                    place(program, statement.location),
                ]);
            }
        }
    }
    let mut out = format!("Threads\n{}", indent(&columns(&lines)));
    out.push_str("\nShared variables\n");
    let shared = shared_variables(ready);
    if shared.is_empty() {
        out.push_str("  none\n");
    } else {
        out.push_str(&indent(&columns(&shared)));
    }
    out
}

/// What the engine `modular` knows of them, if it comes to an end.
fn kinds_of_threads(ready: &Ready) -> String {
    let sharing = SharingView::new(ready);
    match sharing.gap() {
        None => format!("\nKinds of threads\n{}", indent(&sharing.threads())),
        Some(_) => String::new(),
    }
}

/// The function that a statement starts a thread with, if it starts one.
fn started(program: &Program, statement: &Statement) -> Option<String> {
    let instruction = &statement.instruction;
    let operand = if let Instruction::Spawn { function, .. } = instruction {
        function
    } else if let Instruction::Call { callee: Callee::Direct(callee), arguments, .. } = instruction
    {
        match program.functions.get(*callee)?.name.as_str() {
            "pthread_create" => arguments.get(2)?,
            "thrd_create" => arguments.get(1)?,
            _ => return None,
        }
    } else {
        return None;
    };
    Some(match operand {
        Operand::Function(function) => program.functions.get(*function)?.name.clone(),
        Operand::Register(_)
        | Operand::Constant(_)
        | Operand::Global(_)
        | Operand::Undefined(_) => "(through a pointer)".to_owned(),
    })
}

/// The user's variables of static storage that something can write, and the
/// functions that mention them.
fn shared_variables(ready: &Ready) -> Vec<[String; 3]> {
    let program = &ready.program;
    let globals = program.globals.iter_enumerated().filter(|(id, global)| {
        let written = !ready.never_written.get(*id).copied().unwrap_or(false);
        global.origin == Origin::User && !global.constant && !global.thread_local && written
    });
    globals
        .map(|(id, global)| {
            let names: Vec<&str> = users(program)
                .filter(|(_, function)| mentions(function, id))
                .map(|(_, function)| function.name.as_str())
                .collect();
            let used = if names.is_empty() {
                "used only through pointers".to_owned()
            } else {
                format!("used in {}", names.join(", "))
            };
            [global.name.clone(), used, place(program, global.location)]
        })
        .collect()
}

fn mentions(function: &Function, global: GlobalId) -> bool {
    let mut found = false;
    let mut look = |operand: &Operand| found |= *operand == Operand::Global(global);
    for block in function.blocks.iter() {
        for statement in &block.statements {
            statement.instruction.for_each_operand(&mut look);
        }
        block.terminator.for_each_operand(&mut look);
    }
    found
}

fn place(program: &Program, location: Option<Location>) -> String {
    let found = location.and_then(|location| {
        let file = program.files.get(location.file)?;
        Some(format!("{}:{}", file.path, location.line))
    });
    found.unwrap_or_else(|| "(place unknown)".to_owned())
}

fn source(program: &Program, location: Option<Location>) -> String {
    let line = location.and_then(|location| {
        let text = program.files.get(location.file)?.text.as_deref()?;
        let line = text.lines().nth((location.line as usize).checked_sub(1)?)?;
        Some(line.trim().to_owned())
    });
    line.unwrap_or_default()
}

/// Aligned columns; equal lines only once.
fn columns(lines: &[[String; 3]]) -> String {
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let (first, second) = (width(0), width(1));
    let mut seen = BTreeSet::new();
    let mut out = String::new();
    for line in lines.iter().filter(|line| seen.insert(*line)) {
        let text = format!("{:<first$}  {:<second$}  {}", line[0], line[1], line[2]);
        out.push_str(text.trim_end());
        out.push('\n');
    }
    harmless_lines(&out)
}

/// Source text must not steer the terminal; the line ends are ours.
fn harmless_lines(text: &str) -> String {
    let lines = text.lines().map(raddle_trace::style::harmless);
    lines.map(|line| line + "\n").collect()
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
