//! Lines and indentation for C statements that were put together on one line.

/// A line break after each statement and around braces, but not within parentheses.
pub(crate) fn lines(text: &str, depth: usize) -> String {
    let mut result = String::new();
    let mut line = String::new();
    let mut depth = depth;
    let mut parentheses = 0usize;
    let mut finish = |line: &mut String, depth: usize| {
        if !line.trim().is_empty() {
            result.push_str(&"    ".repeat(depth));
            result.push_str(line.trim());
            result.push('\n');
        }
        line.clear();
    };
    for character in text.chars() {
        match character {
            '(' => parentheses += 1,
            ')' => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
        match character {
            '{' if parentheses == 0 => {
                line.push('{');
                finish(&mut line, depth);
                depth += 1;
            }
            '}' if parentheses == 0 => {
                finish(&mut line, depth);
                depth = depth.saturating_sub(1);
                line.push('}');
                finish(&mut line, depth);
            }
            ';' if parentheses == 0 => {
                line.push(';');
                finish(&mut line, depth);
            }
            other => line.push(other),
        }
    }
    finish(&mut line, depth);
    result
}
