//! Times and sizes as people write them.

use std::time::Duration;

/// `90`, `90s`, `1.5m`, `2h`, `500ms`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let factor = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write seconds, or 90s, 5m, 1h".to_owned()),
    };
    let seconds = positive(number)? * factor;
    Duration::try_from_secs_f64(seconds).map_err(|_| "that is too long".to_owned())
}

/// `512` (MiB), `512m`, `2g`, `1.5g`; gives bytes.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        "k" | "kb" | "kib" => 1 << 10,
        _ => return Err("write MiB, or 512m, 2g".to_owned()),
    };
    let bytes = positive(number)? * factor as f64;
    if bytes > u64::MAX as f64 / 2.0 {
        return Err("that is too much".to_owned());
    }
    Ok(bytes as u64)
}

fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|character: char| !character.is_ascii_digit() && character != '.')
        .unwrap_or(text.len());
    text.split_at(end)
}

fn positive(number: &str) -> Result<f64, String> {
    match number.parse::<f64>() {
        Ok(value) if value > 0.0 => Ok(value),
        Ok(_) => Err("it must be more than nothing".to_owned()),
        Err(_) => Err(format!("{number:?} is no number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        for wrong in ["", "s", "-1", "0", "1d", "1 s", "1e9", "99999999999999999999h", "1.2.3"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_memory("512"), Ok(512 << 20));
        assert_eq!(parse_memory("2g"), Ok(2 << 30));
        assert_eq!(parse_memory("0.5G"), Ok(512 << 20));
        for wrong in ["", "0", "-5", "1t", "99999999999999999999g"] {
            assert!(parse_memory(wrong).is_err(), "{wrong}");
        }
    }
}
