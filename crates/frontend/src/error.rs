//! What can go wrong before there is a program: a message, a place, a hint.
//!
//! These are failures of the input or of the tools around us, never verdicts
//! about a program.

use std::fmt;

/// Where in a file, as far as it is known. Lines and columns count from 1;
/// 0 is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorPlace {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontendError {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    pub place: Option<ErrorPlace>,
    /// What to do about it.
    pub hint: Option<String>,
    /// What clang itself said, word for word.
    pub clang_output: Option<String>,
}

impl FrontendError {
    pub fn new(message: impl Into<String>) -> FrontendError {
        FrontendError { message: message.into(), place: None, hint: None, clang_output: None }
    }

    #[must_use]
    pub fn at(mut self, file: impl Into<String>, line: u32, column: u32) -> FrontendError {
        self.place = Some(ErrorPlace { file: file.into(), line, column });
        self
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> FrontendError {
        self.hint = Some(hint.into());
        self
    }

    #[must_use]
    pub fn clang_output(mut self, output: impl Into<String>) -> FrontendError {
        self.clang_output = Some(output.into());
        self
    }
}

impl fmt::Display for ErrorPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}

/// `error: what` followed by clang's own words, the place and the hint.
impl fmt::Display for FrontendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        if let Some(place) = &self.place {
            write!(f, "\n  --> {place}")?;
        }
        if let Some(output) = &self.clang_output {
            for line in output.trim_end().lines() {
                write!(f, "\n  | {line}")?;
            }
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n  = help: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for FrontendError {}

#[cfg(test)]
mod tests {
    use super::FrontendError;

    #[test]
    fn shows_everything_that_is_known() {
        let error = FrontendError::new("no such thing")
            .at("a.c", 3, 0)
            .clang_output("a.c:3: oh\n")
            .hint("look again");
        assert_eq!(
            error.to_string(),
            "error: no such thing\n  --> a.c:3\n  | a.c:3: oh\n  = help: look again"
        );
    }
}
