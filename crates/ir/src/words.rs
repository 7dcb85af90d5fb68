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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(counted(0, "byte"), "0 bytes");
        assert_eq!(counted(1, "byte"), "1 byte");
        assert_eq!(counted(2, "context switch"), "2 context switches");
    }
}
