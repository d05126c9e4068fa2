//! `komadai selfplay --read`.

use std::path::Path;

use komadai_lab::{
    RecordFileError, SampleFilter, Sampler, SelfPlayEnd, SelfPlayGame, SelfPlayReader, is_held_out,
};
use komadai_notation::move_text;
use komadai_rules::{GameId, Side};

use crate::failure::Failure;
use crate::output;

pub(super) fn run(path: &Path, number: Option<u32>) -> Result<(), Failure> {
    let mut reader = SelfPlayReader::open(path)?;
    let id = reader.game();
    if let Some(number) = number {
        let game = reader.find(|read| read.as_ref().map_or(true, |game| game.number == number));
        let game = game
            .transpose()?
            .ok_or_else(|| Failure::Input(format!("{} has no game {number}", path.display())))?;
        return print(id, &game);
    }
    output::line(&serde_json::to_string(reader.header()).map_err(std::io::Error::from)?)?;
    count(path, id, reader)
}

/// How games ended and how many training positions they have.
fn count(path: &Path, id: GameId, reader: SelfPlayReader) -> Result<(), Failure> {
    let mut sampler = Sampler::new(SampleFilter::default());
    let mut results = [0u64; 3];
    let mut ends = [0u64; 3];
    let (mut games, mut plies, mut held_out) = (0u64, 0, 0);
    for game in reader {
        let game = game?;
        games += 1;
        plies += game.moves.len() as u64;
        results[match game.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        }] += 1;
        ends[match game.end {
            SelfPlayEnd::Rules => 0,
            SelfPlayEnd::Adjudication => 1,
            SelfPlayEnd::MateFound => 2,
        }] += 1;
        let samples = sampler.samples(id, &game).map_err(|error| {
            Failure::Records(RecordFileError::Record {
                path: path.into(),
                place: format!("game {}", error.game),
                why: error.to_string(),
            })
        })?;
        if is_held_out(game.number) {
            held_out += samples.len() as u64;
        }
    }
    let [first, drawn, second] = results;
    let [board, scores, mate] = ends;
    let counts = sampler.counts();
    for line in [
        format!("games {games}"),
        format!("won first {first} drawn {drawn} second {second}"),
        format!("ended on-the-board {board} by-scores {scores} mate-in-sight {mate}"),
        format!("positions {plies}"),
        format!(
            "left-out in-check {} decided {} noisy {} repeated {}",
            counts.checks, counts.decided, counts.noisy, counts.repeated
        ),
        format!("kept {} held-out {held_out}", counts.kept),
    ] {
        output::line(&line)?;
    }
    Ok(())
}

fn print(id: GameId, game: &SelfPlayGame) -> Result<(), Failure> {
    let random: Vec<String> = game.random.iter().map(|&mv| move_text(id, mv)).collect();
    let winner = game.winner.map_or("nobody", Side::name);
    let end = match game.end {
        SelfPlayEnd::Rules => "on-the-board",
        SelfPlayEnd::Adjudication => "by-scores",
        SelfPlayEnd::MateFound => "mate-in-sight",
    };
    output::line(&format!("game {} {id}", game.number))?;
    output::line(&format!("random {}", random.join(" ")))?;
    for (ply, scored) in (game.random.len() + 1..).zip(&game.moves) {
        let text = move_text(id, scored.mv);
        output::line(&format!("{ply} {text} cp {}", scored.score))?;
    }
    output::line(&format!("winner {winner} {end}"))?;
    Ok(())
}
