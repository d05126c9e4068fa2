//! Playouts with a one-ply search for both sides.

use komadai_rules::{AnyGame, AnyPosition, VariantId, Move, Outcome, RuleSet};

use crate::random::Random;
use crate::worth;

/// First ply at which a mating move is allowed.
const EARLIEST_MATE: u32 = 40;
const LONGEST: u32 = 60;
/// One in this many optional promotions is declined.
const DECLINE: u32 = 4;
/// Random part of a move's score, in units of [`worth`].
const NOISE: u32 = 9;

pub(crate) struct Playout {
    pub(crate) seed: u64,
    pub(crate) game: AnyGame,
    pub(crate) outcome: Outcome,
}

/// Returns `None` for a game that exceeds the limit.
pub(crate) fn play(id: VariantId, seed: u64) -> Option<Playout> {
    let mut random = Random::new(seed);
    let mut game = AnyGame::new(AnyPosition::start(id), RuleSet::default_for(id));
    while game.ply() < LONGEST {
        let m = choose(&game, &mut random)?;
        if let Some(outcome) = game.play(m).ok()? {
            return Some(Playout {
                seed,
                game,
                outcome,
            });
        }
    }
    None
}

fn choose(game: &AnyGame, random: &mut Random) -> Option<Move> {
    let position = game.position();
    let mut scored: Vec<(i32, Move)> = game
        .legal_moves()
        .iter()
        .map(|&m| (score(&position, m) + random.below(NOISE), m))
        .collect();
    scored.sort_by_key(|&(score, m)| (-score, m.raw()));
    let may_mate = game.ply() + 1 >= EARLIEST_MATE;
    if may_mate && let Some(&(_, m)) = scored.iter().find(|&&(_, m)| mates(&position, m)) {
        return Some(m);
    }
    let chosen = scored
        .iter()
        .map(|&(_, m)| m)
        .find(|&m| (may_mate || !mates(&position, m)) && !allows_mate(&position, m))
        .or_else(|| scored.first().map(|&(_, m)| m))?;
    Some(match declined(&position, chosen) {
        Some(unpromoted) if random.below(DECLINE) == 0 => unpromoted,
        _ => chosen,
    })
}

/// The move without promotion, if legal.
fn declined(position: &AnyPosition, m: Move) -> Option<Move> {
    let unpromoted = Move::board(m.from().filter(|_| m.is_promotion())?, m.to(), false);
    position.is_legal(unpromoted).then_some(unpromoted)
}

/// Material won, less the material at risk.
fn score(position: &AnyPosition, m: Move) -> i32 {
    let mut after = *position;
    after.play(m);
    let worst = after
        .captures_and_promotions()
        .iter()
        .map(|&reply| gain(&after, reply) - risk(&after, reply))
        .max()
        .unwrap_or(0);
    let check = if after.in_check() { 3 } else { 0 };
    gain(position, m) - worst.max(0) + check
}

fn gain(position: &AnyPosition, m: Move) -> i32 {
    let game = position.variant();
    let captured = position
        .piece_at(m.to())
        .map_or(0, |piece| worth::of(game, piece.kind));
    let promoted = m
        .from()
        .filter(|_| m.is_promotion())
        .and_then(|from| position.piece_at(from))
        .and_then(|piece| {
            let better = game.spec().kind(piece.kind).promotes_to?;
            Some(worth::of(game, better) - worth::of(game, piece.kind))
        });
    captured + promoted.unwrap_or(0)
}

/// Worth of the moved piece if it can be recaptured.
fn risk(position: &AnyPosition, m: Move) -> i32 {
    let Some(piece) = m.from().and_then(|from| position.piece_at(from)) else {
        return 0;
    };
    let mut after = *position;
    after.play(m);
    let retaken = after
        .captures_and_promotions()
        .iter()
        .any(|reply| reply.to() == m.to());
    if retaken {
        worth::of(position.variant(), piece.kind)
    } else {
        0
    }
}

fn mates(position: &AnyPosition, m: Move) -> bool {
    let mut after = *position;
    after.play(m);
    !after.has_legal_move()
}

fn allows_mate(position: &AnyPosition, m: Move) -> bool {
    let mut after = *position;
    after.play(m);
    after
        .legal_moves()
        .iter()
        .any(|&reply| mates(&after, reply))
}
