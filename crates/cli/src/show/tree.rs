//! `raddle show tree`: the reachability tree over context switches, as text, for Graphviz, or
//! as a picture by Graphviz.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use raddle_engines::SymbolicOptions;
use raddle_engines::views::tree::{Tree, TreeNode, build};
use raddle_passes::Ready;
use raddle_process::output;
use raddle_trace::style::Sign;

use super::harmless_lines;
use super::unwound::ITERATIONS;
use crate::diagnostic::Diagnostic;
use crate::options::{TreeFormat, When};
use crate::terminal::output_style;

/// Larger trees are too large to read.
const MOST_NODES: usize = 10_000;

pub fn tree(
    ready: &Ready,
    mut options: SymbolicOptions<'_>,
    format: TreeFormat,
) -> Result<String, Diagnostic> {
    options.unwind.all.get_or_insert(ITERATIONS);
    let tree = build(ready, &options, MOST_NODES)
        .map_err(|error| Diagnostic { help: error.help, ..Diagnostic::new(error.message) })?;
    match format {
        TreeFormat::Text => Ok(text(&tree)),
        TreeFormat::Dot => Ok(dot(&tree)),
        TreeFormat::Svg => svg(&dot(&tree)),
    }
}

/// `1  worker #1, context 0: main a.c:14, worker #1 a.c:7; counter = 1`
fn line(node: &TreeNode, separator: &str) -> String {
    let pairs = |pairs: &[(String, String)], between: &str| {
        let texts: Vec<String> =
            pairs.iter().map(|(name, value)| format!("{name}{between}{value}")).collect();
        texts.join(", ")
    };
    let mut out = format!("{}, context {}{separator}", node.thread, node.contexts);
    out.push_str(&pairs(&node.places, " "));
    if !node.changed.is_empty() {
        let _ = write!(out, "{separator}{}", pairs(&node.changed, " = "));
    }
    if node.known {
        let _ = write!(out, "{separator}seen before");
    }
    out
}

/// A node stands below its parent, further in only where there are several.
fn text(tree: &Tree) -> String {
    let sign = output_style(When::Never).sign(Sign::Violated).to_owned();
    let mut children: BTreeMap<u64, Vec<&TreeNode>> = BTreeMap::new();
    for node in &tree.nodes {
        children.entry(node.parent).or_default().push(node);
    }
    let mut out = String::new();
    let mut open: Vec<(&TreeNode, usize)> = Vec::new();
    let below = |number: u64, depth: usize| {
        let list = children.get(&number).map_or(&[][..], Vec::as_slice);
        let deeper = depth + usize::from(list.len() > 1);
        list.iter().rev().map(move |node| (*node, deeper))
    };
    open.extend(below(0, 0));
    while let Some((node, depth)) = open.pop() {
        let indent = "  ".repeat(depth);
        let _ = writeln!(out, "{indent}{:<4} {}", node.number, line(node, "  "));
        for violation in &node.violations {
            let _ = writeln!(out, "{indent}     {sign} {violation}");
        }
        open.extend(below(node.number, depth));
    }
    if !tree.missing.is_empty() {
        out.push_str("\nLeft out\n");
        tree.missing.iter().for_each(|missing| out.push_str(&format!("  {missing}\n")));
    }
    harmless_lines(&out)
}

fn dot(tree: &Tree) -> String {
    let mut out = String::from("digraph tree {\n  node [shape=box, fontname=\"monospace\"];\n");
    for node in &tree.nodes {
        let mut label = format!("{}: {}", node.number, line(node, "\n"));
        node.violations.iter().for_each(|text| label.push_str(&format!("\nVIOLATED {text}")));
        let style = match (node.violations.is_empty(), node.known) {
            (false, _) => ", style=filled, fillcolor=\"#f4b6b6\", color=\"#b00000\"",
            (true, true) => ", style=dashed",
            (true, false) => "",
        };
        let _ = writeln!(out, "  n{} [label={}{style}];", node.number, quoted(&label));
        if node.parent > 0 {
            let edge = quoted(&node.thread);
            let _ = writeln!(out, "  n{} -> n{} [label={edge}];", node.parent, node.number);
        }
    }
    for missing in &tree.missing {
        let _ = writeln!(out, "  // left out: {}", missing.replace('\n', " "));
    }
    out.push_str("}\n");
    harmless_lines(&out)
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}

/// Larger pictures are too large to look at.
const LONGEST_PICTURE: u64 = 1 << 28;

fn svg(dot: &str) -> Result<String, Diagnostic> {
    let failed = |what: String| {
        Diagnostic::new(format!("cannot draw the tree: {what}"))
            .help("pictures need Graphviz's program dot; --format dot gives its input")
    };
    let output = output(Command::new("dot").arg("-Tsvg"), Some(dot.as_bytes()), LONGEST_PICTURE)
        .map_err(|error| failed(format!("dot: {error}")))?;
    if output.excess.is_some() {
        return Err(failed("dot prints without end".to_owned()));
    }
    if !output.status.success() {
        return Err(failed(format!("dot ended with {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
