use std::path::Path;

use komadai_lab::{EngineId, LoggedMatch, MatchHeader, PlayedGame, replay_game};
use serde_json::Value;

use crate::failure::Failure;
use crate::output;

pub(super) fn run(path: &Path, number: Option<u32>) -> Result<(), Failure> {
    let log = LoggedMatch::read(path)?;
    let replayed = |game: &PlayedGame| {
        replay_game(&log.header, game).map_err(|error| Failure::Input(error.to_string()))
    };
    let Some(number) = number else {
        let mut plies = 0;
        for game in log.games.values() {
            plies += replayed(game)?.ply();
        }
        let games = log.games.len();
        output::line(&format!("{games} games, {plies} moves, all as logged"))?;
        return Ok(());
    };
    let game = log.games.get(&number).ok_or_else(|| {
        let known = log.games.keys();
        let range = match (known.clone().min(), known.max()) {
            (Some(first), Some(last)) => format!("it has games from {first} to {last}"),
            _ => "it has none".into(),
        };
        Failure::Input(format!("{} has no game {number}; {range}", path.display()))
    })?;
    let end = replayed(game)?;
    for line in print(&log.header, game) {
        output::line(&line)?;
    }
    output::line(&format!("position {}", end.position()))?;
    Ok(())
}

fn print(header: &MatchHeader, game: &PlayedGame) -> Vec<String> {
    let name = |who: EngineId| {
        let engine = match who {
            EngineId::A => &header.a,
            EngineId::B => &header.b,
        };
        let name = engine.get("name").and_then(Value::as_str);
        format!("{who} ({})", name.unwrap_or_default())
    };
    let mut lines = vec![
        format!("game {} {}", game.game, header.game),
        format!("first {}", name(game.first)),
        format!("second {}", name(!game.first)),
        format!("time {}", header.time),
        format!("start {}", game.start),
        format!("opening {}", game.opening_moves),
    ];
    let opening_plies = game.opening_moves.split_whitespace().count();
    for (index, mv) in game.moves.iter().enumerate() {
        let mut line = format!("{} {} {} ms", opening_plies + index + 1, mv.text, mv.ms);
        if let Some(left) = mv.left_ms {
            line.push_str(&format!(", {left} ms left"));
        }
        if let Some(score) = &mv.score {
            line.push_str(&format!(", {score}"));
        }
        if let Some(depth) = mv.depth {
            line.push_str(&format!(", depth {depth}"));
        }
        if let Some(nodes) = mv.nodes {
            line.push_str(&format!(", {nodes} nodes"));
        }
        lines.push(line);
    }
    let winner = game.winner.map_or("nobody".into(), name);
    lines.push(format!("winner {winner} by {}", game.reason));
    lines.extend(game.detail.iter().map(|detail| format!("because {detail}")));
    lines
}
