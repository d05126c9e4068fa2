//! TypeScript of these types, and helpers for other crates' types.
//!
//! `KOMADAI_WRITE_TYPES=1 cargo test -p komadai-protocol typescript` writes
//! `web/src/protocol/index.ts`.

use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS};

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

#[cfg(test)]
fn list(out: &mut String, name: &str, kind: &str, values: impl Iterator<Item = &'static str>) {
    let values: Vec<String> = values.map(|value| format!("  \"{value}\",\n")).collect();
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
    declare::<GameName>(&mut out, &config);
    declare::<SideName>(&mut out, &config);
    declare::<SideChoice>(&mut out, &config);
    declare::<Seat>(&mut out, &config);
    declare::<PerSide<u32>>(&mut out, &config);
    declare::<GameKey>(&mut out, &config);
    declare::<ErrorCode>(&mut out, &config);
    list(
        &mut out,
        "ERROR_CODES",
        "ErrorCode",
        ErrorCode::ALL.iter().map(|code| code.name()),
    );
    declare::<RuleCode>(&mut out, &config);
    list(
        &mut out,
        "RULE_CODES",
        "RuleCode",
        RuleCode::ALL.iter().map(|code| code.name()),
    );
    declare::<EndReason>(&mut out, &config);
    list(
        &mut out,
        "END_REASONS",
        "EndReason",
        EndReason::ALL.iter().map(|r| r.name()),
    );
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
    declare::<Lobby>(&mut out, &config);
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
