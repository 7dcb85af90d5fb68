//! One clear message a failure: what is wrong, where, the line itself, and what to
//! do next; in the manner of rustc.

use raddle_frontend::FrontendError;
use raddle_trace::Style;
use raddle_trace::style::{Paint, harmless};

/// The program, or what is around it, cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A sentence without a full stop.
    pub message: String,
    pub place: Option<DiagnosticPlace>,
    /// Another tool's own words.
    pub quoted: Option<String>,
    pub help: Option<String>,
}

/// Lines and columns count from 1; 0 is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagnosticPlace {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Diagnostic {
    pub fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), place: None, quoted: None, help: None }
    }

    #[must_use]
    pub fn at(mut self, file: impl Into<String>) -> Diagnostic {
        self.place = Some(DiagnosticPlace { file: file.into(), line: 0, column: 0 });
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    pub fn render(&self, style: &Style) -> String {
        let mut out = format!(
            "{}: {}\n",
            style.paint(Paint::Bad, "error"),
            style.paint(Paint::Strong, &harmless_lines(&self.message))
        );
        if let Some(place) = &self.place {
            out.push_str(&render_place(place, style));
        }
        if let Some(quoted) = &self.quoted {
            for line in quoted.trim_end().lines() {
                out.push_str(&format!("  {} {}\n", style.paint(Paint::Note, "|"), harmless(line)));
            }
        }
        if let Some(help) = &self.help {
            out.push_str(&format!("  {} help: {help}\n", style.paint(Paint::Note, "=")));
        }
        out
    }
}

/// A message may have several lines; nothing else in it may steer the terminal.
fn harmless_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(harmless).collect();
    lines.join("\n")
}

/// `--> file:line:column` and the line itself, if it can be read.
fn render_place(place: &DiagnosticPlace, style: &Style) -> String {
    let mut whereabouts = place.file.clone();
    if place.line > 0 {
        whereabouts.push_str(&format!(":{}", place.line));
        if place.column > 0 {
            whereabouts.push_str(&format!(":{}", place.column));
        }
    }
    let arrow = style.paint(Paint::Note, "-->");
    let mut out = format!("  {arrow} {}\n", harmless(&whereabouts));
    let Some(text) = source_line(place) else {
        return out;
    };
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let bar = style.paint(Paint::Note, "|");
    out.push_str(&format!("{margin} {bar}\n"));
    out.push_str(&format!("{} {bar} {}\n", style.paint(Paint::Note, &number), harmless(&text)));
    if place.column > 0 {
        let before = " ".repeat(place.column as usize - 1);
        out.push_str(&format!("{margin} {bar} {before}{}\n", style.paint(Paint::Bad, "^")));
    }
    out
}

fn source_line(place: &DiagnosticPlace) -> Option<String> {
    let position = (place.line as usize).checked_sub(1)?;
    let text = std::fs::read_to_string(&place.file).ok()?;
    let line = text.lines().nth(position)?;
    // A line without end would drown the message.
    (line.chars().count() <= 200).then(|| line.replace('\t', " "))
}

impl From<FrontendError> for Diagnostic {
    fn from(error: FrontendError) -> Diagnostic {
        Diagnostic {
            message: error.message,
            place: error.place.map(|place| DiagnosticPlace {
                file: place.file,
                line: place.line,
                column: place.column,
            }),
            quoted: error.clang_output,
            help: error.hint,
        }
    }
}

/// A warning, in the same manner.
pub fn render_warning(text: &str, style: &Style) -> String {
    format!("{}: {}\n", style.paint(Paint::Unsure, "warning"), harmless_lines(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_known_is_shown() {
        let diagnostic = Diagnostic {
            message: "no such thing".to_owned(),
            place: Some(DiagnosticPlace { file: "missing.c".to_owned(), line: 3, column: 7 }),
            quoted: Some("clang says so\n".to_owned()),
            help: Some("look again".to_owned()),
        };
        assert_eq!(
            diagnostic.render(&Style::PLAIN),
            "error: no such thing\n  --> missing.c:3:7\n  | clang says so\n  = help: look again\n"
        );
    }

    #[test]
    fn the_line_is_quoted_where_it_can_be_read() {
        let place = DiagnosticPlace { file: file!().to_owned(), line: 1, column: 2 };
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = directory.join("src/diagnostic.rs").to_string_lossy().into_owned();
        let text = render_place(&DiagnosticPlace { file, ..place }, &Style::PLAIN);
        assert!(text.contains("1 | //! One clear message a failure"), "{text}");
        assert!(text.contains("\n  |  ^\n"), "{text}");
    }
}
