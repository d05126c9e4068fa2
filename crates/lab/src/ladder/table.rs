//! Tables of the levels for `docs/engine.md`.

use komadai_engine::Skill;
use komadai_rules::VariantId;

use super::record::{LevelRecord, MeasuredPlayer};

#[must_use]
pub fn level_tables(records: &[LevelRecord]) -> String {
    let mut text = String::new();
    for record in records {
        let name = title(record);
        text.push_str(&format!(
            "### {name}\n\n{} games: `{}`\n\n",
            record.games, record.command
        ));
        text.push_str("| player | rating | plays | against two-ply |\n");
        text.push_str("| --- | --: | --- | --- |\n");
        for player in &record.players {
            text.push_str(&row(player));
        }
        text.push('\n');
    }
    text.trim_end().to_string() + "\n"
}

pub(super) fn title(record: &LevelRecord) -> &str {
    match record.game.parse::<VariantId>() {
        Ok(variant) => variant.spec().title,
        Err(_) => &record.game,
    }
}

fn row(player: &MeasuredPlayer) -> String {
    let skill = player.skill.as_deref().and_then(|text| text.parse().ok());
    let plays = match skill {
        Some(skill) => describe(&skill),
        None if player.player == "two-ply" => {
            "two-ply search of material; its rating is fixed".into()
        }
        None => "random legal moves".into(),
    };
    let against = player
        .against_two_ply
        .map(|[won, drawn, lost]| format!("+{won} ={drawn} −{lost}"))
        .unwrap_or_default();
    format!(
        "| {} | {} ±{} | {plays} | {against} |\n",
        player.player, player.rating, player.error
    )
}

fn describe(skill: &Skill) -> String {
    let mut words = if skill.depth == 0 {
        "at a glance".to_string()
    } else {
        let plies = if skill.depth == 1 { "ply" } else { "plies" };
        format!("{} {plies}, {} nodes", skill.depth, skill.nodes)
    };
    if skill.error_cp > 0 {
        words.push_str(&format!(", errs by {}", skill.error_cp));
    }
    if skill.random_move_permille > 0 {
        words.push_str(&format!(", {} ‰ random moves", skill.random_move_permille));
    }
    if skill.missed_mate_permille > 0 {
        words.push_str(&format!(
            ", misses {} ‰ of mates",
            skill.missed_mate_permille
        ));
    }
    if skill.oversight_permille > 0 {
        words.push_str(&format!(", overlooks {} ‰", skill.oversight_permille));
    }
    words
}
