//! How text is dressed: colours where the reader is a terminal, and plain
//! letters where the locale has no others.

/// What the reader's screen can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub colour: bool,
    /// Whether characters beyond ASCII may be used for decoration.
    pub unicode: bool,
    /// In columns.
    pub width: usize,
}

/// The role of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Bad,
    Good,
    Unsure,
    Strong,
    Faint,
    Note,
}

/// Signs that have a plain form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Violated,
    Holds,
    Unknown,
    Ellipsis,
    Rule,
    Switch,
    Against,
}

impl Style {
    /// For files, pipes and tests: no colours, 80 columns.
    pub const PLAIN: Style = Style { colour: false, unicode: true, width: 80 };

    pub fn paint(&self, paint: Paint, text: &str) -> String {
        if !self.colour || text.is_empty() {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Bad => "1;31",
            Paint::Good => "1;32",
            Paint::Unsure => "1;33",
            Paint::Strong => "1",
            Paint::Faint => "2",
            Paint::Note => "1;34",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    pub fn sign(&self, sign: Sign) -> &'static str {
        let (unicode, plain) = match sign {
            Sign::Violated => ("✗", "x"),
            Sign::Holds => ("✓", "+"),
            Sign::Unknown => ("?", "?"),
            Sign::Ellipsis => ("…", "..."),
            Sign::Rule => ("─", "-"),
            Sign::Switch => ("»", ">"),
            Sign::Against => ("↔", "<->"),
        };
        if self.unicode { unicode } else { plain }
    }

    /// The text cut to `width` columns, its end marked if something is missing.
    pub fn fit(&self, text: &str, width: usize) -> String {
        if columns(text) <= width {
            return text.to_owned();
        }
        let ellipsis = self.sign(Sign::Ellipsis);
        let room = width.saturating_sub(columns(ellipsis));
        let mut cut: String = text.chars().take(room).collect();
        cut.truncate(cut.trim_end().len());
        cut.push_str(ellipsis);
        cut.chars().take(width).collect()
    }
}

/// How many columns a text takes; wide characters are counted as one.
pub fn columns(text: &str) -> usize {
    text.chars().count()
}

/// The text without anything that could steer a terminal, tabs as spaces.
pub fn harmless(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\t' => ' ',
            character if character.is_control() => '\u{fffd}',
            character => character,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_text_is_marked_and_fits() {
        assert_eq!(Style::PLAIN.fit("abcdef", 6), "abcdef");
        assert_eq!(Style::PLAIN.fit("abcdef", 5), "abcd…");
        assert_eq!(Style::PLAIN.fit("ab def", 4), "ab…");
        assert_eq!(Style::PLAIN.fit("abcdef", 0), "");
        let plain = Style { unicode: false, ..Style::PLAIN };
        assert_eq!(plain.fit("abcdef", 5), "ab...");
        assert_eq!(plain.fit("abcdef", 2), "..");
    }

    #[test]
    fn source_text_cannot_steer_the_terminal() {
        assert_eq!(harmless("a\x1b[2Jb\tc"), "a\u{fffd}[2Jb c");
    }
}
