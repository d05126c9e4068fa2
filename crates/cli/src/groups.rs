//! Groups of the commands in `komadai --help`: clap groups options only.

use std::fmt::Write as _;

use clap::CommandFactory as _;

use crate::args::Komadai;

/// Headings, each with its commands in the order of the help.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Host games", &["serve", "backup", "restore", "rebuild"]),
    ("Run the engine for a GUI", &["usi", "uci"]),
    (
        "Examine positions and records",
        &["position", "mate", "perft", "convert"],
    ),
];

/// The command line, whose help shows the commands in groups.
pub(crate) fn command() -> clap::Command {
    let command = Komadai::command();
    let header = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let mut groups = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(groups, "{header}{heading}:{header:#}");
        for name in names {
            let about = command.find_subcommand(name).and_then(|it| it.get_about());
            let about = about.cloned().unwrap_or_default();
            let _ = writeln!(groups, "  {literal}{name:<8}{literal:#}  {about}");
        }
        groups.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n\
         {{options}}{{after-help}}"
    );
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_visible_command_is_in_exactly_one_group() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let command = Komadai::command();
        let visible = command.get_subcommands().filter(|it| !it.is_hide_set());
        let mut visible: Vec<&str> = visible.map(clap::Command::get_name).collect();
        grouped.sort_unstable();
        visible.sort_unstable();
        assert_eq!(grouped, visible);
    }

    #[test]
    fn the_groups_fit_into_80_columns() {
        let help = command().render_help().to_string();
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
