//! The table: a column a thread, a row an event; or, where the screen is too
//! narrow for all threads, a list with the thread's name in front.

use std::collections::BTreeMap;

use raddle_semantics::ThreadNumber;

use super::elide::Item;
use super::rows::Row;
use crate::source::{SourceTrace, file_name};
use crate::style::{Paint, Sign, Style, columns, harmless};

/// Columns narrower than this are worse than a list.
const NARROWEST: usize = 20;
/// Text of the source shorter than this tells nothing.
const SHORTEST_TEXT: usize = 10;
/// Between the parts of a cell, and between columns.
const GAP: usize = 2;
const INDENT: usize = 2;

/// A cell before it is fitted: `label  text   effect`.
struct Cell {
    thread: ThreadNumber,
    label: String,
    text: String,
    effect: String,
    /// The effect says all, should there be no room for the text.
    plain: bool,
    bad: bool,
}

/// A line of a fitted cell, and how wide it is on the screen.
struct Line {
    painted: String,
    width: usize,
}

struct Column {
    title: String,
    width: usize,
    label: usize,
}

pub fn table(trace: &SourceTrace, items: &[Item], style: &Style) -> String {
    let cells = cells(trace, items);
    let numbers = numbers_width(items);
    let room = style.width.saturating_sub(INDENT + numbers);
    match thread_columns(trace, &cells, room) {
        Some(layout) => Table { trace, style, numbers, layout }.print(items, &cells),
        None => list(trace, items, &cells, numbers, style),
    }
}

fn cells(trace: &SourceTrace, items: &[Item]) -> Vec<Option<Cell>> {
    let mut files: Vec<&str> = Vec::new();
    for item in items {
        if let Item::Row(Row { place: Some(place), .. }) = item
            && !files.contains(&place.file.as_str())
        {
            files.push(&place.file);
        }
    }
    let cell = |item: &Item| match item {
        Item::Row(row) => Some(Cell::new(trace, row, files.len() > 1)),
        Item::Elided { .. } => None,
    };
    items.iter().map(cell).collect()
}

fn label(row: &Row, several_files: bool) -> String {
    match &row.place {
        None => String::new(),
        Some(place) if several_files => {
            harmless(&format!("{}:{}", file_name(&place.file), place.line))
        }
        Some(place) => place.line.to_string(),
    }
}

fn numbers_width(items: &[Item]) -> usize {
    let last = items.iter().rev().find_map(|item| match item {
        Item::Row(row) => Some(row.number),
        Item::Elided { .. } => None,
    });
    // One column for the sign of a switch.
    last.map_or(0, |number| number.to_string().len() + 1).max(4)
}

/// A column for each thread that does something, by first appearance of the
/// number; `None` if they do not fit side by side.
fn thread_columns(
    trace: &SourceTrace,
    cells: &[Option<Cell>],
    room: usize,
) -> Option<BTreeMap<ThreadNumber, Column>> {
    let mut layout: BTreeMap<ThreadNumber, Column> = BTreeMap::new();
    for cell in cells.iter().flatten() {
        let column = layout.entry(cell.thread).or_insert_with(|| Column {
            title: harmless(&trace.thread_name(cell.thread)),
            width: 0,
            label: 0,
        });
        column.label = column.label.max(columns(&cell.label));
    }
    let room = room.checked_sub(GAP * layout.len())?;
    for needed in [Cell::natural_width, Cell::least_width] {
        for column in layout.values_mut() {
            column.width = columns(&column.title);
        }
        for cell in cells.iter().flatten() {
            if let Some(column) = layout.get_mut(&cell.thread) {
                column.width = column.width.max(needed(cell, column.label));
            }
        }
        if layout.values().map(|column| column.width).sum::<usize>() <= room {
            return Some(layout);
        }
    }
    share(&mut layout, room).then_some(layout)
}

/// Narrows the widest columns until all fit. Columns that need less than their
/// fair share keep what they need.
fn share(layout: &mut BTreeMap<ThreadNumber, Column>, room: usize) -> bool {
    let mut open: Vec<&mut Column> = layout.values_mut().collect();
    open.sort_by_key(|column| std::cmp::Reverse(column.width));
    let mut room = room;
    while let Some(column) = open.pop() {
        let fair = room / (open.len() + 1);
        if column.width > fair {
            if fair < NARROWEST {
                return false;
            }
            column.width = fair;
        }
        room -= column.width;
    }
    true
}

impl Cell {
    fn new(trace: &SourceTrace, row: &Row, several_files: bool) -> Cell {
        let text = row.place.as_ref().map_or("", |place| place.text.as_str());
        let mut text = harmless(text.trim_end_matches(';'));
        let mut effect = harmless(&row.effect(trace));
        if effect == text || effect == "returns" && text.starts_with("return") {
            effect.clear();
        }
        // A lone brace tells nothing.
        if !effect.is_empty() && !text.contains(char::is_alphanumeric) {
            text.clear();
        }
        Cell {
            thread: row.thread,
            label: label(row, several_files),
            text,
            effect,
            plain: row.speaks_for_itself(),
            bad: row.fails(),
        }
    }

    /// The width that it needs; without its text where it can do without.
    fn least_width(&self, label: usize) -> usize {
        if self.plain {
            let label = if label == 0 { 0 } else { label + GAP };
            label + columns(&self.effect)
        } else {
            self.natural_width(label)
        }
    }

    fn natural_width(&self, label: usize) -> usize {
        let between = if self.text.is_empty() || self.effect.is_empty() { 0 } else { GAP + 1 };
        let label = if label == 0 { 0 } else { label + GAP };
        label + columns(&self.text) + between + columns(&self.effect)
    }

    /// One line if the parts fit or the text can be shortened sensibly; else the
    /// effect goes below the text.
    fn lines(&self, width: usize, label_width: usize, style: &Style) -> Vec<Line> {
        let indent = if label_width == 0 { 0 } else { label_width + GAP };
        let label = if label_width == 0 {
            String::new()
        } else {
            let padding = " ".repeat(label_width - columns(&self.label).min(label_width));
            format!("{padding}{}  ", style.paint(Paint::Faint, &self.label))
        };
        let room = width.saturating_sub(indent);
        let effect_paint = if self.bad { Paint::Bad } else { Paint::Strong };
        // Cut text beside words that say the same would only be in the way.
        let shortest =
            if self.plain { columns(&self.text) } else { columns(&self.text).min(SHORTEST_TEXT) };
        let effect_width = columns(&self.effect);
        let beside = room.saturating_sub(effect_width + GAP + 1);
        let alone = self.text.is_empty() || self.plain;
        let one_line = self.effect.is_empty() || alone && effect_width <= room;
        if one_line || beside >= shortest && effect_width <= room {
            let text = match () {
                () if self.effect.is_empty() => style.fit(&self.text, room),
                () if beside >= shortest => style.fit(&self.text, beside),
                () => String::new(),
            };
            let gap = if text.is_empty() || self.effect.is_empty() { 0 } else { GAP + 1 };
            let effect = style.fit(&self.effect, room.saturating_sub(columns(&text) + gap));
            return vec![Line {
                width: indent + columns(&text) + gap + columns(&effect),
                painted: format!(
                    "{label}{text}{}{}",
                    " ".repeat(gap),
                    style.paint(effect_paint, &effect)
                ),
            }];
        }
        let wrapped = wrap(&self.effect, room, style);
        let effects = wrapped.iter().map(|part| (columns(part), style.paint(effect_paint, part)));
        let text = style.fit(&self.text, room);
        let first = (!alone).then(|| (columns(&text), text.clone()));
        let labels = std::iter::once(label).chain(std::iter::repeat(" ".repeat(indent)));
        let parts = first.into_iter().chain(effects);
        labels
            .zip(parts)
            .map(|(label, (width, part))| Line {
                width: indent + width,
                painted: format!("{label}{part}"),
            })
            .collect()
    }
}

/// Breaks a text at spaces into lines of at most `width`; what is longer is cut.
fn wrap(text: &str, width: usize, style: &Style) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| style.fit(line, width)).collect()
}

struct Table<'t> {
    trace: &'t SourceTrace,
    style: &'t Style,
    numbers: usize,
    layout: BTreeMap<ThreadNumber, Column>,
}

impl Table<'_> {
    fn print(&self, items: &[Item], cells: &[Option<Cell>]) -> String {
        let mut out = self.header();
        for (item, cell) in items.iter().zip(cells) {
            match (item, cell) {
                (Item::Row(row), Some(cell)) => self.row(&mut out, row, cell),
                (Item::Elided { thread, count }, _) => {
                    out.push_str(&elision(self.trace, *thread, *count, self.numbers, self.style))
                }
                (Item::Row(_), None) => {}
            }
        }
        out
    }

    fn header(&self) -> String {
        let mut titles = format!("{:INDENT$}{:>w$}", "", "step", w = self.numbers);
        let rule = |width| self.style.sign(Sign::Rule).repeat(width);
        let mut rules = format!("{:INDENT$}{}", "", rule(self.numbers));
        for column in self.layout.values() {
            let title = self.style.fit(&column.title, column.width);
            titles.push_str(&format!("{:GAP$}{title:<w$}", "", w = column.width));
            rules.push_str(&format!("{:GAP$}{}", "", rule(column.width)));
        }
        format!(
            "{}\n{}\n",
            self.style.paint(Paint::Strong, titles.trim_end()),
            self.style.paint(Paint::Faint, rules.trim_end())
        )
    }

    fn row(&self, out: &mut String, row: &Row, cell: &Cell) {
        let Some(column) = self.layout.get(&cell.thread) else {
            return;
        };
        let before: usize =
            self.layout.range(..cell.thread).map(|(_, column)| column.width + GAP).sum();
        let lines = cell.lines(column.width, column.label, self.style);
        for (position, line) in lines.iter().enumerate() {
            let number = if position == 0 {
                number(row, self.numbers, self.style)
            } else {
                " ".repeat(self.numbers)
            };
            let left = " ".repeat(before + GAP);
            out.push_str(&trimmed(&format!("  {number}{left}{}", line.painted)));
            debug_assert!(line.width <= column.width);
        }
    }
}

/// The row's number, with the sign of a switch in front.
fn number(row: &Row, width: usize, style: &Style) -> String {
    let number = format!("{:>w$}", row.number, w = width - 1);
    if row.switched {
        format!("{}{number}", style.paint(Paint::Note, style.sign(Sign::Switch)))
    } else {
        format!(" {number}")
    }
}

fn elision(
    trace: &SourceTrace,
    thread: Option<ThreadNumber>,
    count: usize,
    numbers: usize,
    style: &Style,
) -> String {
    let whose = match thread {
        Some(thread) => format!(" of {}", harmless(&trace.thread_name(thread))),
        None => String::new(),
    };
    let dots = style.sign(Sign::Ellipsis);
    let text = format!("{dots:>numbers$}  {count} more steps{whose} {dots}");
    trimmed(&format!("  {}", style.paint(Paint::Faint, &text)))
}

fn trimmed(line: &str) -> String {
    format!("{}\n", line.trim_end())
}

/// The layout for narrow screens: `step  thread  line  text  effect`.
fn list(
    trace: &SourceTrace,
    items: &[Item],
    cells: &[Option<Cell>],
    numbers: usize,
    style: &Style,
) -> String {
    let names: Vec<usize> = cells
        .iter()
        .flatten()
        .map(|cell| columns(&harmless(&trace.thread_name(cell.thread))))
        .collect();
    let thread_width = names.into_iter().max().unwrap_or(0).clamp(6, 20);
    let labels = cells.iter().flatten().map(|cell| columns(&cell.label));
    let label_width = labels.max().unwrap_or(0);
    let room = style.width.saturating_sub(INDENT + numbers + 2 * GAP + thread_width).max(NARROWEST);
    let title = format!("  {:>numbers$}  {:<thread_width$}  what happens", "step", "thread");
    let mut out = format!("{}\n", style.paint(Paint::Strong, &title));
    for (item, cell) in items.iter().zip(cells) {
        match (item, cell) {
            (Item::Row(row), Some(cell)) => {
                let name = style.fit(&harmless(&trace.thread_name(cell.thread)), thread_width);
                let lines = cell.lines(room, label_width, style);
                for (position, line) in lines.iter().enumerate() {
                    let left = if position == 0 {
                        format!("  {}  {name:<thread_width$}  ", number(row, numbers, style))
                    } else {
                        " ".repeat(INDENT + numbers + thread_width + 2 * GAP)
                    };
                    out.push_str(&trimmed(&format!("{left}{}", line.painted)));
                }
            }
            (Item::Elided { thread, count }, _) => {
                out.push_str(&elision(trace, *thread, *count, numbers, style));
            }
            (Item::Row(_), None) => {}
        }
    }
    out
}
