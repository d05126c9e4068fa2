use std::path::Path;

use komadai_lab::{DataSummary, SelfPlayEnd, SelfPlayGame, SelfPlayReader};
use komadai_rules::{Side, VariantId};

use crate::failure::Failure;
use crate::{data, output};

pub(super) fn run(path: &Path, number: Option<u32>) -> Result<(), Failure> {
    let mut reader = SelfPlayReader::open(path)?;
    let id = reader.variant();
    if let Some(number) = number {
        let game = reader.find(|read| read.as_ref().map_or(true, |game| game.number == number));
        let game = game
            .transpose()?
            .ok_or_else(|| Failure::Input(format!("{} has no game {number}", path.display())))?;
        return print(id, &game);
    }
    output::line(&serde_json::to_string(reader.header()).map_err(std::io::Error::from)?)?;
    let (_, summary) = DataSummary::read(&[path.into()], u32::MAX, &mut |_, _| {})?;
    for line in data::counts(&summary) {
        output::line(&line)?;
    }
    Ok(())
}

fn print(id: VariantId, game: &SelfPlayGame) -> Result<(), Failure> {
    let random: Vec<String> = game
        .random
        .iter()
        .map(|&mv| mv.display(id).to_string())
        .collect();
    let winner = game.winner.map_or("nobody", Side::name);
    let end = match game.end {
        SelfPlayEnd::Rules => "on-the-board",
        SelfPlayEnd::Adjudication => "by-scores",
        SelfPlayEnd::MateFound => "mate-in-sight",
    };
    output::line(&format!("game {} {id}", game.number))?;
    output::line(&format!("random {}", random.join(" ")))?;
    for (ply, scored) in (game.random.len() + 1..).zip(&game.moves) {
        let text = scored.mv.display(id).to_string();
        output::line(&format!("{ply} {text} cp {}", scored.score))?;
    }
    output::line(&format!("winner {winner} {end}"))?;
    Ok(())
}
