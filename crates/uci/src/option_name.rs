use alloc::string::String;

use komadai_notation::Dialect;

/// The name of an option in a protocol, from its UCI name: USI has no spaces in names and its own
/// names for two options.
///
/// ```
/// use komadai_notation::Dialect;
/// use komadai_uci::option_name;
/// assert_eq!(option_name(Dialect::Usi, "Hash"), "USI_Hash");
/// assert_eq!(option_name(Dialect::Usi, "Move Overhead"), "Move_Overhead");
/// assert_eq!(option_name(Dialect::Uci, "Move Overhead"), "Move Overhead");
/// ```
#[must_use]
pub fn option_name(dialect: Dialect, name: &str) -> String {
    match (dialect, name) {
        (Dialect::Usi, "Hash") => "USI_Hash".into(),
        (Dialect::Usi, "Ponder") => "USI_Ponder".into(),
        (Dialect::Usi, _) => name.replace(' ', "_"),
        (Dialect::Uci, _) => name.into(),
    }
}

/// `true` if two names mean the same option in any protocol: letter case, `_` for a space and a
/// leading `USI_` make no difference.
#[must_use]
pub fn same_option(one: &str, other: &str) -> bool {
    let normalized = |name: &str| {
        let name = name.to_ascii_lowercase().replace('_', " ");
        match name.strip_prefix("usi ") {
            Some(rest) => rest.into(),
            None => name,
        }
    };
    normalized(one) == normalized(other)
}
