//! The levels' tables for `docs/engine.md`.

use komadai_engine::{Grade, Habits};
use komadai_rules::GameId;

use super::record::{LevelRecord, MeasuredPlayer};

/// A table for each record, in Markdown.
#[must_use]
pub fn level_tables(records: &[LevelRecord]) -> String {
    let mut text = String::new();
    for record in records {
        let name = title(record);
        text.push_str(&format!(
            "### {name}\n\n{} games: `{}`\n\n",
            record.games, record.command
        ));
        text.push_str("| player | grade | rating | plays | against two-ply |\n");
        text.push_str("| --- | --- | --: | --- | --- |\n");
        for player in &record.players {
            text.push_str(&row(player));
        }
        text.push('\n');
    }
    text.trim_end().to_string() + "\n"
}

pub(super) fn title(record: &LevelRecord) -> &str {
    match record.game.parse() {
        Ok(GameId::Shogi) => "Shogi",
        Ok(GameId::Minishogi) => "Minishogi",
        Ok(GameId::Torishogi) => "Tori Shogi",
        Ok(GameId::Shogun) => "Shogun Chess",
        Err(_) => &record.game,
    }
}

fn row(player: &MeasuredPlayer) -> String {
    let habits = player.habits.as_deref().and_then(|text| text.parse().ok());
    let (grade, plays) = match habits {
        Some(habits) => (Grade::of(player.rating).to_string(), describe(&habits)),
        None if player.player == "two-ply" => (
            String::new(),
            "two plies, counting men; its rating is fixed".into(),
        ),
        None => (String::new(), "any legal move".into()),
    };
    let against = player
        .against_two_ply
        .map(|[won, drawn, lost]| format!("+{won} ={drawn} −{lost}"))
        .unwrap_or_default();
    format!(
        "| {} | {grade} | {} ±{} | {plays} | {against} |\n",
        player.player, player.rating, player.error
    )
}

/// Habits in words.
fn describe(habits: &Habits) -> String {
    let mut words = if habits.depth == 0 {
        "at a glance".to_string()
    } else {
        let plies = if habits.depth == 1 { "ply" } else { "plies" };
        format!("{} {plies}, {} nodes", habits.depth, habits.nodes)
    };
    if habits.error > 0 {
        words.push_str(&format!(", errs by {}", habits.error));
    }
    if habits.whim > 0 {
        words.push_str(&format!(", {} ‰ whims", habits.whim));
    }
    if habits.blindness > 0 {
        words.push_str(&format!(", overlooks {} ‰ of mates", habits.blindness));
    }
    words
}
