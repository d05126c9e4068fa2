//! TypeScript of these types, and helpers for other crates' types.
//!
//! `KOMADAI_WRITE_TYPES=1 cargo test -p komadai-protocol typescript` writes
//! `web/src/protocol/index.ts`.

#[cfg(test)]
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use komadai_rules::{RefusalCode, Side, VariantId};
#[cfg(test)]
use ts_rs::TypeVisitor;
use ts_rs::{Config, TS};

use crate::EndReason;
#[cfg(test)]
use crate::*;

/// Exports 64-bit integers as `number`.
#[must_use]
pub fn config() -> Config {
    Config::new().with_large_int("number")
}

/// Appends the declaration of a type and its doc comment.
pub fn declare<T: TS + 'static + ?Sized>(out: &mut String, config: &Config) {
    out.push('\n');
    if let Some(docs) = T::docs() {
        out.push_str(docs.trim_end());
        out.push('\n');
    }
    writeln!(out, "export {}", T::decl(config)).expect("a String takes all text");
}

/// A type of the rules under its name in TypeScript, a union of names.
pub struct Names {
    name: &'static str,
    docs: &'static str,
    all: fn() -> Vec<&'static str>,
}

pub const GAME_NAME: Names = Names {
    name: "GameName",
    docs: "Name of a variant, as in Fairy-Stockfish and bots.",
    all: || VariantId::ALL.iter().map(|id| id.name()).collect(),
};

pub const SIDE_NAME: Names = Names {
    name: "SideName",
    docs: "A side. `first` moves first from an even start.",
    all: || Side::BOTH.map(Side::name).to_vec(),
};

pub const RULE_CODE: Names = Names {
    name: "RuleCode",
    docs: "Rule that forbids a move, named as in the rules crate.",
    all: || RefusalCode::ALL.iter().map(|code| code.name()).collect(),
};

pub const END_REASON: Names = Names {
    name: "EndReason",
    docs: "Reason of the end: those of the rules, and `aborted`, `not-begun`, `abandoned`, `cancelled` of play between people.",
    all: || EndReason::all().map(EndReason::name).collect(),
};

impl Names {
    /// Appends the declaration.
    pub fn declare(&self, out: &mut String) {
        let Self { name, docs, all } = self;
        let all = all().join("\" | \"");
        writeln!(
            out,
            "\n/**\n * {docs}\n */\nexport type {name} = \"{all}\";"
        )
        .expect("a String takes all text");
    }
}

#[cfg(test)]
fn list(out: &mut String, name: &str, kind: &str, values: Vec<&'static str>) {
    let values: Vec<String> = values
        .iter()
        .map(|value| format!("  \"{value}\",\n"))
        .collect();
    write!(
        out,
        "\nexport const {name}: readonly {kind}[] = [\n{}];\n",
        values.concat()
    )
    .expect("a String takes all text");
}

/// Declarations of types and of those that they mention, by name: the macro knows no order.
#[cfg(test)]
struct Declarations {
    config: Config,
    by_name: BTreeMap<String, String>,
}

#[cfg(test)]
impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers, texts and lists have no file, hence no declaration.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.by_name.contains_key(&name) {
            return;
        }
        let mut text = String::new();
        declare::<T>(&mut text, &self.config);
        self.by_name.insert(name, text);
        T::visit_dependencies(self);
    }
}

#[cfg(test)]
impl Declarations {
    fn http(&mut self) {
        self.visit::<CreateGame>();
        self.visit::<JoinGame>();
        self.visit::<GamePage>();
        self.visit::<Me>();
        self.visit::<GameList>();
        self.visit::<ResultList>();
        self.visit::<NotificationList>();
        self.visit::<ReadNotifications>();
        self.visit::<SessionList>();
        self.visit::<SignInCode>();
        self.visit::<SignIn>();
        self.visit::<EndOthers>();
        self.visit::<CreateToken>();
        self.visit::<NewToken>();
        self.visit::<TokenList>();
        self.visit::<ApiError>();
        self.visit::<Health>();
    }
}

#[cfg(test)]
fn generate() -> String {
    let mut out = String::from(
        "// Generated from crates/protocol. Do not edit:\n\
         // KOMADAI_WRITE_TYPES=1 cargo test -p komadai-protocol typescript\n",
    );
    let versions = [("PROTOCOL_VERSION", u64::from(PROTOCOL_VERSION))];
    for (name, value) in versions.iter().chain(limits::ALL) {
        write!(out, "\nexport const {name} = {value};").expect("a String takes all text");
    }
    out.push('\n');
    GAME_NAME.declare(&mut out);
    SIDE_NAME.declare(&mut out);
    for (names, all) in [(RULE_CODE, "RULE_CODES"), (END_REASON, "END_REASONS")] {
        names.declare(&mut out);
        list(&mut out, all, names.name, (names.all)());
    }
    let codes = ErrorCode::ALL.iter().map(|code| code.name()).collect();
    list(&mut out, "ERROR_CODES", "ErrorCode", codes);
    let mut declarations = Declarations {
        config: config(),
        by_name: BTreeMap::new(),
    };
    declarations.visit::<ClientMessage>();
    declarations.visit::<ServerMessage>();
    // Part of `GameEvent`, which does not mention it.
    declarations.visit::<EventBody>();
    declarations.http();
    out.extend(declarations.by_name.into_values());
    out
}

/// Asserts that a generated file is current; with `KOMADAI_WRITE_TYPES` set, writes it first.
///
/// # Panics
/// The file is stale or can't be written.
pub fn check_file(path: &Path, text: &str) {
    if std::env::var_os("KOMADAI_WRITE_TYPES").is_some() {
        std::fs::create_dir_all(path.parent().expect("the file lies in a folder")).expect("folder");
        std::fs::write(path, text).expect("the checkout can be written");
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == text,
        "{} is stale; write it with KOMADAI_WRITE_TYPES=1 and this test",
        path.display()
    );
}

#[test]
fn typescript_is_in_step() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/index.ts");
    check_file(&path, &generate());
}
