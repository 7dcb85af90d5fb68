//! What the reader's screen can do, and the progress line.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use raddle_engines::{Engine, Progress};
use raddle_trace::Style;

use crate::options::When;
use crate::watchdog::Watchdog;

/// Where the width of the screen is unknown.
const USUAL_WIDTH: usize = 80;
/// Longer lines are hard to read, however wide the screen is.
const WIDEST: usize = 160;

/// The style for text on standard output.
pub fn output_style(when: When) -> Style {
    style(when, std::io::stdout().is_terminal())
}

/// The style for messages on standard error.
pub fn message_style(when: When) -> Style {
    style(when, std::io::stderr().is_terminal())
}

fn style(when: When, is_terminal: bool) -> Style {
    let colour = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            is_terminal
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
        }
    };
    Style {
        colour,
        unicode: has_unicode_locale(|name| std::env::var(name).ok()),
        width: if is_terminal { screen_width() } else { USUAL_WIDTH },
    }
}

fn screen_width() -> usize {
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    width.unwrap_or(USUAL_WIDTH).clamp(20, WIDEST)
}

/// The first of these variables that is set decides. None set is the C locale
/// by the letter; but where none was chosen, UTF-8 is what screens understand.
fn has_unicode_locale(variable: impl Fn(&str) -> Option<String>) -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| variable(name))
        .find(|value| !value.is_empty())
        .is_none_or(|value| {
            let value = value.to_ascii_lowercase();
            value.contains("utf-8") || value.contains("utf8")
        })
}

/// Takes away what a progress line may have left.
pub fn clear_line() {
    if std::io::stderr().is_terminal() {
        crate::print_message("\r\x1b[K");
    }
}

/// A line that tells how far a run has come: only on a terminal, only after a
/// second, and gone when the run is over.
pub struct ProgressLine {
    start: Instant,
    /// When it was shown last, if it is still there.
    shown: Mutex<Option<Instant>>,
    active: bool,
    width: usize,
    /// Told too, whether or not there is a line.
    watchdog: &'static Watchdog,
}

const PATIENCE: Duration = Duration::from_secs(1);
const RHYTHM: Duration = Duration::from_millis(100);

impl ProgressLine {
    pub fn new(wanted: bool, watchdog: &'static Watchdog) -> ProgressLine {
        ProgressLine {
            start: Instant::now(),
            shown: Mutex::new(None),
            active: wanted && std::io::stderr().is_terminal(),
            width: screen_width(),
            watchdog,
        }
    }

    fn shown(&self) -> MutexGuard<'_, Option<Instant>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far each engine that runs has come.
    pub fn show(&self, engines: &[(&'static Engine, Progress)]) {
        self.watchdog.note_progress(engines);
        let now = Instant::now();
        let mut shown = self.shown();
        let too_early = now.duration_since(self.start) < PATIENCE
            || shown.is_some_and(|last| now.duration_since(last) < RHYTHM);
        if !self.active || too_early {
            return;
        }
        *shown = Some(now);
        let text = progress_text(engines, now.duration_since(self.start));
        let text: String = text.chars().take(self.width.saturating_sub(1)).collect();
        let mut stderr = std::io::stderr().lock();
        // A progress line that cannot be shown is no reason to stop.
        let _ = write!(stderr, "\r\x1b[K{text}");
        let _ = stderr.flush();
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.shown().take().is_some() {
            let mut stderr = std::io::stderr().lock();
            let _ = write!(stderr, "\r\x1b[K");
            let _ = stderr.flush();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// `  searching: explicit 1,234 states (123 a second), depth 56; lazy 7 nodes, 3 s`;
/// without its name, if there is only one.
fn progress_text(engines: &[(&'static Engine, Progress)], elapsed: Duration) -> String {
    let counted = engines.iter().map(|(engine, progress)| match engines.len() {
        1 => (engine.progress)(progress),
        _ => format!("{} {}", engine.name, (engine.progress)(progress)),
    });
    let counted: Vec<String> = counted.collect();
    format!("  searching: {}, {} s", counted.join("; "), elapsed.as_secs())
}

/// `explicit 1,234 states, depth 56; order round 2, 7 events`
pub fn progress_figures(engines: &[(&'static Engine, Progress)]) -> String {
    let each = engines
        .iter()
        .map(|(engine, progress)| format!("{} {}", engine.name, (engine.progress)(progress)));
    each.collect::<Vec<String>>().join("; ")
}

#[cfg(test)]
mod tests {
    use raddle_engines::registry::{EXPLICIT, LAZY};

    use super::*;

    #[test]
    fn several_engines_share_one_line() {
        let far = Progress { states: 1234, transitions: 7, depth: 5, seconds: 2.0 };
        let one = progress_text(&[(&EXPLICIT, far)], Duration::from_secs(3));
        assert_eq!(one, "  searching: 1,234 states (617 a second), depth 5, 3 s");
        let both: [(&'static Engine, Progress); 2] = [(&EXPLICIT, far), (&LAZY, far)];
        assert_eq!(
            progress_text(&both, Duration::from_secs(3)),
            "  searching: explicit 1,234 states (617 a second), depth 5; \
             lazy 1,234 nodes (617 a second), 7 interleavings, 3 s"
        );
    }

    #[test]
    fn the_first_variable_that_is_set_decides_the_locale() {
        let with = |pairs: &'static [(&str, &str)]| {
            has_unicode_locale(|name| {
                pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(with(&[]));
        assert!(with(&[("LANG", "C.UTF-8")]));
        assert!(!with(&[("LANG", "C")]));
        assert!(!with(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]));
        assert!(with(&[("LC_ALL", ""), ("LC_CTYPE", "de_DE.utf8"), ("LANG", "C")]));
    }
}
