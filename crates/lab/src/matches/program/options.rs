//! The options a program offers.

/// An option as the program announced it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offered {
    pub(super) name: String,
    pub(super) is_button: bool,
    /// What it may be; empty where anything goes.
    pub(super) values: Vec<String>,
}

/// Reads `option name NAME type TYPE default X var Y var Z`.
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
    (!name.is_empty()).then(|| Offered {
        name,
        is_button: rest.get(type_at + 1) == Some(&"button"),
        values,
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
        assert!(!option.is_button);
        let option = read("option name Clear Hash type button").unwrap();
        assert_eq!(
            (option.name.as_str(), option.is_button),
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
