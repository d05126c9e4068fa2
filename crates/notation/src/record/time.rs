//! Times in records: `0:05`, `01:02:03`, `12.345`.

use alloc::format;
use alloc::string::String;

const SECOND: u64 = 1000;

/// Reads hours, minutes and seconds in ASCII digits with `:` between them, the seconds with
/// decimals. The result is in milliseconds.
pub(crate) fn read(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut parts = text.trim().split(':').peekable();
    let mut count = 0;
    while let Some(part) = parts.next() {
        count += 1;
        let part = part.trim();
        let milliseconds = if parts.peek().is_none() {
            seconds(part)?
        } else {
            digits(part)?.checked_mul(SECOND)?
        };
        total = total.checked_mul(60)?.checked_add(milliseconds)?;
    }
    (count <= 3).then_some(total)
}

/// Seconds with decimals, in milliseconds.
pub(crate) fn seconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let mut milliseconds = digits(whole)?.checked_mul(SECOND)?;
    let mut unit = SECOND;
    for digit in decimals.chars() {
        unit /= 10;
        milliseconds = milliseconds.checked_add(u64::from(digit.to_digit(10)?) * unit)?;
    }
    Some(milliseconds)
}

fn digits(text: &str) -> Option<u64> {
    let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| all)
}

/// `62:03`: minutes without limit and seconds, decimals if there are any.
pub(crate) fn minutes(milliseconds: u64) -> String {
    let seconds = milliseconds / SECOND;
    format!(
        "{}:{:02}{}",
        seconds / 60,
        seconds % 60,
        decimals(milliseconds)
    )
}

/// `01:02:03`, the hours with at least `width` digits.
pub(crate) fn hours(milliseconds: u64, width: usize) -> String {
    let seconds = milliseconds / SECOND;
    format!(
        "{:0width$}:{:02}:{:02}{}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        decimals(milliseconds)
    )
}

/// `12.345`.
pub(crate) fn in_seconds(milliseconds: u64) -> String {
    format!("{}{}", milliseconds / SECOND, decimals(milliseconds))
}

/// `.5` for half a second, empty for whole seconds.
fn decimals(milliseconds: u64) -> String {
    match milliseconds % SECOND {
        0 => String::new(),
        rest => format!(".{rest:03}").trim_end_matches('0').into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for time in [0, 5, 1_000, 59_999, 60_000, 3_723_045, 360_000_000] {
            assert_eq!(read(&minutes(time)), Some(time));
            assert_eq!(read(&hours(time, 2)), Some(time));
            assert_eq!(seconds(&in_seconds(time)), Some(time));
        }
        assert_eq!(read(" 0:16"), Some(16_000));
        for wrong in ["", ":", "1:x", "1:2:3:4", "-1", "99999999999999999999:00"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
