//! Documentation of the options: `--help` and the tables of `docs/uci.md`.

use komadai_uci::OptionKind;

use super::entry::{Entry, Group};
use super::table::entries;

const WIDTH: usize = 98;
const INDENT: usize = 23;

/// Names, values and meanings of all options, as text of at most 98 columns.
pub fn options_help() -> String {
    let mut text = String::from(
        "Options, set with setoption (in USI spaces are written _, and Hash is USI_Hash):\n",
    );
    push_group(&mut text, Group::Engine);
    text.push_str("Rules, where the GUI's differ from the game's own (set them after the game):\n");
    push_group(&mut text, Group::Rules);
    text
}

fn push_group(text: &mut String, group: Group) {
    for entry in entries().iter().filter(|entry| entry.group == group) {
        push_wrapped(text, entry.name, &explanation(entry));
    }
}

/// Help of an option, with the values of a short combo.
fn explanation(entry: &Entry) -> String {
    match &entry.kind {
        OptionKind::Combo { values, .. } if values.len() <= 8 => {
            format!("{}: {}", entry.help, values.join(" | "))
        }
        _ => entry.help.into(),
    }
}

fn push_wrapped(text: &mut String, name: &str, explanation: &str) {
    let mut line = format!("  {name:<width$}", width = INDENT - 2);
    let mut is_begun = false;
    for word in explanation.split(' ') {
        if is_begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(line.trim_end());
            text.push('\n');
            line = " ".repeat(INDENT);
        } else if is_begun {
            line.push(' ');
        }
        line.push_str(word);
        is_begun = true;
    }
    text.push_str(&line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::path::Path;

    use komadai_notation::Dialect;
    use komadai_uci::option_name;

    use super::super::entry::default_of;
    use super::super::unsupported;
    use super::*;

    #[test]
    fn help_lists_every_option_within_the_width() {
        let help = options_help();
        for entry in entries() {
            assert!(!entry.help.is_empty(), "{}", entry.name);
            assert!(
                help.contains(&format!("\n  {} ", entry.name)),
                "{}",
                entry.name
            );
        }
        for line in help.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }

    /// `number 1–4096, 64`.
    fn kind_and_default(kind: &OptionKind) -> String {
        let default = default_of(kind);
        match kind {
            OptionKind::Button | OptionKind::Other(_) => "button".into(),
            OptionKind::Check { .. } => format!("true or false; `{default}`"),
            OptionKind::Spin { min, max, .. } => {
                let [min, max] = [min, max].map(|bound| bound.unwrap_or_default());
                format!("{min} to {max}; `{default}`")
            }
            OptionKind::Combo { values, .. } => {
                let values: Vec<String> = values.iter().map(|v| format!("`{v}`")).collect();
                format!("{}; `{default}`", values.join(", "))
            }
            OptionKind::String { .. } | OptionKind::Filename { .. } => {
                format!("text; `{default}`")
            }
        }
    }

    fn table(group: Group) -> String {
        let mut text = String::from("| option | values; default | meaning |\n|---|---|---|\n");
        for entry in entries().iter().filter(|entry| entry.group == group) {
            let mut names = vec![format!("`{}`", entry.name)];
            let in_usi = option_name(Dialect::Usi, entry.name);
            if in_usi != entry.name {
                names.push(format!("USI `{in_usi}`"));
            }
            names.extend(entry.aliases.iter().map(|alias| format!("also `{alias}`")));
            let names = names.join(", ");
            let kind = kind_and_default(&entry.kind);
            text.push_str(&format!("| {names} | {kind} | {} |\n", entry.help));
        }
        text
    }

    fn generated() -> [(&'static str, String); 3] {
        let names: Vec<String> = unsupported::names()
            .map(|name| format!("`{name}`"))
            .collect();
        [
            ("options", table(Group::Engine)),
            ("rules", table(Group::Rules)),
            ("unsupported", format!("{}\n", names.join(", "))),
        ]
    }

    /// Update the page with `KOMADAI_WRITE_DOCS=1 cargo nextest run -p komadai-usi the_page`.
    #[test]
    fn the_page_lists_the_options_of_the_table() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/uci.md");
        let page = fs::read_to_string(&path).expect("the page");
        let mut expected = page.clone();
        for (name, text) in generated() {
            let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
            let (before, rest) = expected.split_once(&begin).expect("where it begins");
            let (_, after) = rest.split_once(&end).expect("where it ends");
            expected = format!("{before}{begin}\n{text}\n{end}{after}");
        }
        if env::var_os("KOMADAI_WRITE_DOCS").is_some() {
            fs::write(&path, expected).expect("the page can be written");
        } else {
            assert_eq!(page, expected, "docs/uci.md is not what the table says");
        }
    }
}
