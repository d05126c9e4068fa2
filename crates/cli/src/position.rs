//! `komadai position`, and parsing of positions for all commands.

use komadai_rules::{AnyGame, AnyPosition, Move, Outcome, RuleSet, SetupRules, Side, VariantId};
use komadai_usi::program::change_rules;
use komadai_usi::refusal_text;
use serde::Serialize;

use crate::args::PositionArgs;
use crate::failure::Failure;
use crate::output;

/// Schema: `docs/position.schema.json`.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    position: String,
    side: &'static str,
    check: bool,
    legal: Vec<String>,
    repetition: u32,
    outcome: Option<OutcomeReport>,
}

#[derive(Serialize)]
struct OutcomeReport {
    winner: Option<&'static str>,
    reason: &'static str,
    ply: u32,
}

impl From<Outcome> for OutcomeReport {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner.map(Side::name),
            reason: outcome.reason.name(),
            ply: outcome.ply,
        }
    }
}

pub(crate) fn run(args: &PositionArgs) -> Result<(), Failure> {
    let rules = RuleSet::default_for(args.game);
    let rules = change_rules(args.game, rules, &args.rules).map_err(Failure::Input)?;
    let start = parse(args.game, args.position.as_deref())?;
    let mut game = AnyGame::new(start, rules);
    play_all(&mut game, &args.moves)?;
    let json = serde_json::to_string(&report(&game)).map_err(std::io::Error::from)?;
    output::line(&json)?;
    Ok(())
}

fn report(game: &AnyGame) -> Report {
    let position = game.position();
    let id = position.variant();
    // Sorted by text: independent of move generation.
    let mut legal: Vec<String> = game
        .legal_moves()
        .into_iter()
        .map(|mv| mv.display(id).to_string())
        .collect();
    legal.sort_unstable();
    Report {
        game: id.name(),
        position: position.to_string(),
        side: position.side_to_move().name(),
        check: position.in_check(),
        legal,
        repetition: game.repetition(),
        outcome: game.outcome().map(OutcomeReport::from),
    }
}

/// Parses a position; the start position by default.
pub(crate) fn parse(variant: VariantId, text: Option<&str>) -> Result<AnyPosition, Failure> {
    let text = text.unwrap_or("startpos");
    AnyPosition::parse(variant, text, SetupRules::Play)
        .map_err(|error| Failure::Input(format!("bad position for {variant}: {error}")))
}

/// Plays moves separated by spaces; the error names the move, its place and the reason.
fn play_all(game: &mut AnyGame, text: &str) -> Result<(), Failure> {
    for (index, (offset, word)) in words(text).enumerate() {
        let number = index + 1;
        let id = game.position().variant();
        let place = format!("move {number} \"{word}\" at byte {offset} of the moves");
        let mv = Move::parse(id, word).map_err(|mut error| {
            error.offset += offset;
            Failure::Input(format!("bad move {number} \"{word}\": {error}"))
        })?;
        if let Some(outcome) = game.outcome() {
            return Err(Failure::Input(format!(
                "{place} comes after the end of the game: {} after {} moves",
                outcome.reason, outcome.ply
            )));
        }
        let refusal = game.why_illegal(mv);
        if game.play(mv).is_err() {
            let why =
                refusal.map_or_else(|| "not legal".into(), |refusal| refusal_text(id, &refusal));
            return Err(Failure::Input(format!("illegal {place}: {why}")));
        }
    }
    Ok(())
}

/// Words with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split_whitespace()
        .map(move |word| (word.as_ptr() as usize - start, word))
}
