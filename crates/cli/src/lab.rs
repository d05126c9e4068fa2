use std::ffi::OsString;

/// Commands of `komadai-lab`.
const COMMANDS: [&str; 10] = [
    "match", "pace", "openings", "games", "levels", "selfplay", "data", "train", "mates", "puzzles",
];

/// Message that names the command of `komadai-lab`, if it is one.
pub(crate) fn pointer(command: Option<OsString>) -> Option<String> {
    let command = command?.into_string().ok()?;
    (COMMANDS.contains(&&*command))
        .then(|| format!("{command} is a command of komadai-lab: komadai-lab {command} …"))
}
