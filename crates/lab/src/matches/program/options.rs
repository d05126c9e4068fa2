//! The options a program offers.

/// An option as the program announced it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offered {
    pub(super) name: String,
    /// `button`, `check`, `spin`, `combo`, `string`, or what else it says.
    kind: String,
    /// What a choice may be; empty where anything goes.
    pub(super) values: Vec<String>,
    /// The least and the most of a number, where they are said.
    bounds: [Option<i64>; 2],
}

impl Offered {
    pub(super) fn is_button(&self) -> bool {
        self.kind == "button"
    }

    /// A value as the program spells it, or what it would have to be: programs pass over what they can't
    /// use, and would play on as others than they are logged.
    pub(super) fn taken(&self, value: &str) -> Result<String, String> {
        let listed = |known: &[&str]| {
            let found = known.iter().find(|known| known.eq_ignore_ascii_case(value));
            found.map(|known| String::from(*known))
        };
        match self.kind.as_str() {
            "check" => listed(&["true", "false"]).ok_or_else(|| "true or false".into()),
            "spin" => {
                let [least, most] = self.bounds;
                let fits = value.parse::<i64>().is_ok_and(|number| {
                    least.is_none_or(|least| least <= number)
                        && most.is_none_or(|most| number <= most)
                });
                if fits {
                    return Ok(value.into());
                }
                let from = least.map(|least| format!(" from {least}"));
                let to = most.map(|most| format!(" to {most}"));
                Err([
                    "a whole number".into(),
                    from.unwrap_or_default(),
                    to.unwrap_or_default(),
                ]
                .concat())
            }
            "combo" if !self.values.is_empty() => {
                let known: Vec<&str> = self.values.iter().map(String::as_str).collect();
                listed(&known).ok_or_else(|| format!("one of {}", known.join(", ")))
            }
            _ => Ok(value.into()),
        }
    }
}

/// Reads `option name NAME type TYPE default X min Y max Z var V var W`.
pub(super) fn read(line: &str) -> Option<Offered> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [first, second, rest @ ..] = words.as_slice() else {
        return None;
    };
    if (*first, *second) != ("option", "name") {
        return None;
    }
    let type_at = rest.iter().position(|word| *word == "type")?;
    let name = rest[..type_at].join(" ");
    let mut values = Vec::new();
    let mut words = rest[type_at..].iter().copied().peekable();
    while let Some(word) = words.next() {
        if word != "var" {
            continue;
        }
        let mut value = Vec::new();
        while let Some(part) = words.next_if(|next| *next != "var") {
            value.push(part);
        }
        values.push(value.join(" "));
    }
    let bound = |which: &str| {
        let at = rest.iter().rposition(|word| *word == which)?;
        rest.get(at + 1)?.parse().ok()
    };
    let kind = rest.get(type_at + 1).copied().unwrap_or_default();
    (!name.is_empty()).then(|| Offered {
        name,
        kind: kind.into(),
        values,
        bounds: [bound("min"), bound("max")],
    })
}

/// The option that somebody means by a name, whichever protocol's spelling it has: `Move
/// Overhead` and `Move_Overhead`, `Hash` and `USI_Hash`.
pub(super) fn find<'a>(offered: &'a [Offered], name: &str) -> Option<&'a Offered> {
    let plain = |name: &str| {
        let name = name.to_ascii_lowercase().replace('_', " ");
        name.strip_prefix("usi ").map(String::from).unwrap_or(name)
    };
    let exact = offered.iter().find(|o| o.name.eq_ignore_ascii_case(name));
    exact.or_else(|| offered.iter().find(|o| plain(&o.name) == plain(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_are_read() {
        let line = "option name UCI_Variant type combo default shogi var shogi var two words";
        let option = read(line).unwrap();
        assert_eq!(option.name, "UCI_Variant");
        assert_eq!(option.values, ["shogi", "two words"]);
        assert!(!option.is_button());
        let option = read("option name Clear Hash type button").unwrap();
        assert_eq!(
            (option.name.as_str(), option.is_button()),
            ("Clear Hash", true)
        );
        for bad in [
            "",
            "option",
            "option name type",
            "id name x",
            "option name x",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_are_those_that_are_offered() {
        for (offer, given, taken) in [
            ("type check default true", "False", Ok("false")),
            ("type check default true", "yes", Err("true or false")),
            ("type spin default 16 min 1 max 4096", "4096", Ok("4096")),
            (
                "type spin default 16 min 1 max 4096",
                "0",
                Err("a whole number from 1 to 4096"),
            ),
            (
                "type spin default 16 min 1",
                "0",
                Err("a whole number from 1"),
            ),
            (
                "type spin default 16 max 4",
                "5",
                Err("a whole number to 4"),
            ),
            ("type spin default 16", "-5", Ok("-5")),
            ("type spin default 16", "many", Err("a whole number")),
            ("type combo default full var 1 var full", "Full", Ok("full")),
            (
                "type combo default full var 1 var full",
                "15",
                Err("one of 1, full"),
            ),
            ("type combo default any", "15", Ok("15")),
            ("type string default <empty>", "any words", Ok("any words")),
            ("type filename", "any words", Ok("any words")),
            ("type button", "any words", Ok("any words")),
        ] {
            let option = read(&format!("option name X {offer}")).unwrap();
            let found = option.taken(given);
            let found = found.as_ref().map(String::as_str);
            assert_eq!(found.map_err(String::as_str), taken, "{offer}: {given}");
        }
    }

    #[test]
    fn names_are_found_in_either_spelling() {
        let offered: Vec<Offered> = ["USI_Hash", "Move_Overhead", "Eval File"]
            .iter()
            .filter_map(|name| read(&format!("option name {name} type string")))
            .collect();
        for (name, found) in [
            ("Hash", "USI_Hash"),
            ("usi_hash", "USI_Hash"),
            ("move overhead", "Move_Overhead"),
            ("Eval_File", "Eval File"),
        ] {
            assert_eq!(find(&offered, name).unwrap().name, found);
        }
        assert_eq!(find(&offered, "Threads"), None);
    }
}
