//! Time controls, in the spelling of each format: `10分+30秒`, `$TIME_LIMIT:00:10+30`, `600:1/30`.

use alloc::format;
use alloc::string::String;

use super::headers::Naming;
use super::{time, words};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TimeControl {
    /// Main time, for the whole game.
    main: u64,
    /// Per move once `main` is used up; 0 without byo-yomi.
    byoyomi: u64,
    /// Periods of byo-yomi; the last one recurs.
    periods: u32,
    /// Fischer increment per move.
    increment: u64,
}

/// The time control in a format's spelling; any other text is unchanged.
pub(crate) fn converted(value: &str, naming: Naming) -> String {
    match TimeControl::read(value) {
        Some(control) => control.write(naming),
        None => value.into(),
    }
}

impl TimeControl {
    /// Reads a time control in the spelling of any format.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| match (c, words::digit(c)) {
                (_, Some(digit)) => char::from(b'0' + digit as u8),
                ('＋' | '、' | ',' | '，', _) => '+',
                ('：', _) => ':',
                ('x' | 'X' | '*', _) => '×',
                _ => c,
            })
            .collect();
        japanese(&text)
            .or_else(|| csa(&text))
            .or_else(|| pgn(&text))
    }

    /// `true` if CSA 2.2 can express it: hours and minutes, and seconds of byo-yomi.
    pub(crate) fn fits_csa_2(self) -> bool {
        self.increment == 0
            && self.periods <= 1
            && self.main % 60_000 == 0
            && self.byoyomi % 1000 == 0
            && self.byoyomi < 100_000
    }

    fn write(self, naming: Naming) -> String {
        match naming {
            Naming::Kif => {
                let mut text = japanese_time(self.main);
                if self.byoyomi > 0 {
                    text.push_str(&format!("+{}秒", time::in_seconds(self.byoyomi)));
                }
                if self.byoyomi > 0 && self.periods > 1 {
                    text.push_str(&format!("×{}", self.periods));
                }
                if self.increment > 0 {
                    text.push_str(&format!("+{}秒加算", time::in_seconds(self.increment)));
                }
                text
            }
            Naming::Csa if self.fits_csa_2() => {
                let minutes = self.main / 60_000;
                format!(
                    "{:02}:{:02}+{:02}",
                    minutes / 60,
                    minutes % 60,
                    self.byoyomi / 1000
                )
            }
            Naming::Csa => [self.main, self.byoyomi, self.increment]
                .map(time::in_seconds)
                .join("+"),
            Naming::Pgn => {
                let mut text = time::in_seconds(self.main);
                if self.increment > 0 {
                    text.push_str(&format!("+{}", time::in_seconds(self.increment)));
                }
                for _ in 0..self.periods.min(MAX_PERIODS) {
                    text.push_str(&format!(":1/{}", time::in_seconds(self.byoyomi)));
                }
                text
            }
        }
    }
}

/// Limits the length of the text written by `pgn`.
const MAX_PERIODS: u32 = 99;

fn with_byoyomi(mut control: TimeControl, byoyomi: u64, periods: u32) -> Option<TimeControl> {
    if control.byoyomi > 0 || !(1..=MAX_PERIODS).contains(&periods) {
        return None;
    }
    (control.byoyomi, control.periods) = (byoyomi, periods * u32::from(byoyomi > 0));
    Some(control)
}

/// `各6時間`, `10分+30秒`, `10分切れ負け`, `5分+10秒加算`, `10分+30秒×3`.
fn japanese(text: &str) -> Option<TimeControl> {
    let text = text.strip_prefix('各').unwrap_or(text);
    let mut parts = text.split('+');
    let main = parts.next()?;
    let main = main.strip_suffix("切れ負け").unwrap_or(main);
    let mut control = TimeControl {
        main: read_japanese_time(main)?,
        ..TimeControl::default()
    };
    for part in parts {
        let part = part.strip_prefix("秒読み").unwrap_or(part);
        let part = part.strip_prefix("1手").unwrap_or(part);
        if let Some(increment) = part.strip_suffix("加算") {
            control.increment = read_japanese_time(increment)?;
            continue;
        }
        let (part, periods) = part.split_once('×').unwrap_or((part, "1"));
        let periods = periods.strip_suffix('回').unwrap_or(periods);
        control = with_byoyomi(control, read_japanese_time(part)?, periods.parse().ok()?)?;
    }
    Some(control)
}

/// `1時間30分`
fn read_japanese_time(text: &str) -> Option<u64> {
    let (mut rest, mut total) = (text, 0u64);
    for (unit, seconds) in [("時間", 3600), ("分", 60), ("秒", 1)] {
        if let Some((number, after)) = rest.split_once(unit) {
            let number = time::seconds(number)?.checked_mul(seconds)?;
            total = total.checked_add(number)?;
            rest = after;
        }
    }
    (rest.is_empty() && !text.is_empty()).then_some(total)
}

fn japanese_time(milliseconds: u64) -> String {
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60);
    let mut text = String::new();
    if hours > 0 {
        text.push_str(&format!("{hours}時間"));
    }
    if minutes > 0 || (hours == 0 && milliseconds % 60_000 == 0) {
        text.push_str(&format!("{minutes}分"));
    }
    if milliseconds % 60_000 > 0 {
        text.push_str(&format!("{}秒", time::in_seconds(milliseconds % 60_000)));
    }
    text
}

/// `00:10+30` of version 2.2, `600+30+0` of version 3.0.
fn csa(text: &str) -> Option<TimeControl> {
    let (main, rest) = text.split_once('+')?;
    if let Some((hours, minutes)) = main.split_once(':') {
        let minutes = time::seconds(hours)?
            .checked_mul(60)?
            .checked_add(time::seconds(minutes)?)?;
        let control = TimeControl {
            main: minutes.checked_mul(60)?,
            ..TimeControl::default()
        };
        return with_byoyomi(control, time::seconds(rest)?, 1);
    }
    let (byoyomi, increment) = rest.split_once('+')?;
    let control = TimeControl {
        main: time::seconds(main)?,
        increment: time::seconds(increment)?,
        ..TimeControl::default()
    };
    with_byoyomi(control, time::seconds(byoyomi)?, 1)
}

/// `600`, `600+10`, and with byo-yomi of 30 s `600:1/30`.
fn pgn(text: &str) -> Option<TimeControl> {
    let mut fields = text.split(':');
    let first = fields.next()?;
    let (main, increment) = first.split_once('+').unwrap_or((first, "0"));
    let mut control = TimeControl {
        main: time::seconds(main)?,
        increment: time::seconds(increment)?,
        ..TimeControl::default()
    };
    let (mut byoyomi, mut periods) = (None, 0);
    for field in fields {
        let period = time::seconds(field.strip_prefix("1/")?)?;
        if byoyomi.is_some_and(|byoyomi| byoyomi != period) {
            return None;
        }
        byoyomi = Some(period);
        periods += 1;
    }
    if let Some(byoyomi) = byoyomi {
        control = with_byoyomi(control, byoyomi, periods)?;
    }
    Some(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_its_own_text() {
        for (kif, csa, pgn) in [
            ("10分+30秒", "00:10+30", "600:1/30"),
            ("6時間", "06:00+00", "21600"),
            ("0分+10秒", "00:00+10", "0:1/10"),
            ("5分+10秒加算", "300+0+10", "300+10"),
            ("1分30秒", "90+0+0", "90"),
            ("10分+30秒+5秒加算", "600+30+5", "600+5:1/30"),
        ] {
            for text in [kif, csa, pgn] {
                let texts =
                    [Naming::Kif, Naming::Csa, Naming::Pgn].map(|naming| converted(text, naming));
                assert_eq!(texts, [kif, csa, pgn], "{text}");
            }
        }
        let periods = "10分+30秒×3";
        assert_eq!(converted(periods, Naming::Pgn), "600:1/30:1/30:1/30");
        assert_eq!(converted("600:1/30:1/30:1/30", Naming::Kif), periods);
    }

    #[test]
    fn other_spellings_are_read() {
        for (text, kif) in [
            ("各６時間", "6時間"),
            ("１０分切れ負け", "10分"),
            ("１５分、秒読み６０秒", "15分+60秒"),
            ("4時間、1手60秒", "4時間+60秒"),
            ("0.5秒", "0.5秒"),
            ("60分+30秒×5回", "1時間+30秒×5"),
        ] {
            assert_eq!(converted(text, Naming::Kif), kif, "{text}");
        }
        for text in [
            "",
            "?",
            "-",
            "各",
            "3 days",
            "40/9000",
            "600:1/30:1/20",
            "10分+",
            "10分+x秒",
            "早指し",
            "99999999999999999999",
            "00:10",
            "10分+30秒×0",
            "10分+30秒×4000000000",
        ] {
            assert_eq!(converted(text, Naming::Pgn), text);
        }
    }
}
