//! Words for messages.

/// The word for so many things, of the word for one: `byte`, `bytes`.
pub fn plural(count: u64, thing: &str) -> String {
    let ending = match count {
        1 => "",
        _ if thing.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{thing}{ending}")
}

/// `1 byte`, `2 bytes`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {}", plural(count, thing))
}

/// The same for large numbers: `1,234 states`.
pub fn many(count: u64, thing: &str) -> String {
    format!("{} {}", grouped(count), plural(count, thing))
}

/// `1,234,567`
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(counted(0, "byte"), "0 bytes");
        assert_eq!(counted(1, "byte"), "1 byte");
        assert_eq!(counted(2, "context switch"), "2 context switches");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(many(1_234_567, "state"), "1,234,567 states");
    }
}
