//! TypeScript of these types, and helpers for other crates' types.
//!
//! `KOMADAI_WRITE_TYPES=1 cargo test -p komadai-protocol typescript` writes
//! `web/src/protocol/index.ts`.

use std::fmt::Write as _;
use std::path::Path;

use komadai_rules::{RefusalCode, Side, VariantId};
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

/// Types of the HTTP API.
#[cfg(test)]
fn declare_http(out: &mut String, config: &Config) {
    declare::<CreateGame>(out, config);
    declare::<JoinGame>(out, config);
    declare::<Reach>(out, config);
    declare::<GamePage>(out, config);
    declare::<Me>(out, config);
    declare::<GameSummary>(out, config);
    declare::<GameList>(out, config);
    declare::<GameResults>(out, config);
    declare::<ResultList>(out, config);
    declare::<NotificationList>(out, config);
    declare::<ReadNotifications>(out, config);
    declare::<SessionInfo>(out, config);
    declare::<SessionList>(out, config);
    declare::<SignInCode>(out, config);
    declare::<SignIn>(out, config);
    declare::<EndOthers>(out, config);
    declare::<Scope>(out, config);
    declare::<TokenLife>(out, config);
    declare::<CreateToken>(out, config);
    declare::<TokenInfo>(out, config);
    declare::<NewToken>(out, config);
    declare::<TokenList>(out, config);
    declare::<ApiError>(out, config);
    declare::<Lag>(out, config);
    declare::<Health>(out, config);
}

#[cfg(test)]
fn generate() -> String {
    let config = config();
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
    declare::<SideChoice>(&mut out, &config);
    declare::<Seat>(&mut out, &config);
    declare::<PerSide<u32>>(&mut out, &config);
    declare::<GameKey>(&mut out, &config);
    declare::<ErrorCode>(&mut out, &config);
    list(
        &mut out,
        "ERROR_CODES",
        "ErrorCode",
        ErrorCode::ALL.iter().map(|code| code.name()).collect(),
    );
    for (names, all) in [(RULE_CODE, "RULE_CODES"), (END_REASON, "END_REASONS")] {
        names.declare(&mut out);
        list(&mut out, all, names.name, (names.all)());
    }
    declare::<GameOutcome>(&mut out, &config);
    declare::<ClockSettings>(&mut out, &config);
    declare::<SideClock>(&mut out, &config);
    declare::<ClockState>(&mut out, &config);
    declare::<OfferKind>(&mut out, &config);
    declare::<Offer>(&mut out, &config);
    declare::<GameSettings>(&mut out, &config);
    declare::<Status>(&mut out, &config);
    declare::<PlayerKind>(&mut out, &config);
    declare::<Rating>(&mut out, &config);
    declare::<RatingChange>(&mut out, &config);
    declare::<PlayerInfo>(&mut out, &config);
    declare::<Face>(&mut out, &config);
    declare::<Furigoma>(&mut out, &config);
    declare::<Premove>(&mut out, &config);
    declare::<Unrated>(&mut out, &config);
    declare::<Snapshot>(&mut out, &config);
    declare::<EventBody>(&mut out, &config);
    declare::<GameEvent>(&mut out, &config);
    declare::<ListKind>(&mut out, &config);
    declare::<Topic>(&mut out, &config);
    declare::<ClientMessage>(&mut out, &config);
    declare::<GameNews>(&mut out, &config);
    declare::<PlayerNews>(&mut out, &config);
    declare::<NotificationKind>(&mut out, &config);
    declare::<Notification>(&mut out, &config);
    declare::<PlayerNotification>(&mut out, &config);
    declare::<PlayerGames>(&mut out, &config);
    declare::<ChallengeTerms>(&mut out, &config);
    declare::<Challenge>(&mut out, &config);
    declare::<Entries<Challenge>>(&mut out, &config);
    declare::<Changes<Challenge>>(&mut out, &config);
    declare::<List>(&mut out, &config);
    declare::<ListChange>(&mut out, &config);
    declare::<Refusal>(&mut out, &config);
    declare::<ServerMessage>(&mut out, &config);
    declare_http(&mut out, &config);
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
