//! Common head of the modules' declarations.

use komadai_protocol::typescript::{config, declare};

use crate::ErrorDetails;

/// The head of a module's declarations; `package` is the crate whose test writes them.
#[must_use]
pub fn head(package: &str) -> String {
    let mut out = format!(
        "// Generated. Do not edit: KOMADAI_WRITE_TYPES=1 cargo test -p {package} typescript\n"
    );
    out.push_str(
        "\n/**\n * A square by its USI name, in all four games: `7g`.\n */\n\
         export type SquareName = string;\n\
         \n/**\n * Rule options by name, in kebab case: `{ repetition: 'draw-4' }`. What is left out has its default.\n */\n\
         export type RuleOptions = Record<string, string>;\n",
    );
    declare::<ErrorDetails>(&mut out, &config());
    out.push_str(
        "\n/**\n * What functions throw. `message` is English: what is wrong, where, and what would be right.\n */\n\
         export type KomadaiError = Error & ErrorDetails;\n",
    );
    out
}
