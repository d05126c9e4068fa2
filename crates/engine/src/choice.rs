//! Move choice of opponents of limited strength.

use komadai_rules::{Game, Move, Position, Variant};

use crate::book;
use crate::control::Control;
use crate::engine::Engine;
use crate::info::Info;
use crate::limits::Limits;
use crate::out_of_memory::OutOfMemory;
use crate::score::{MATE, Score};
use crate::search_result::SearchResult;
use crate::sight::Sight;
use crate::skill::Skill;
use crate::skill_rng::SkillRng;

impl Skill {
    /// Chooses a move at this skill; see [`Level::choose`](crate::Level::choose).
    ///
    /// # Errors
    /// Out of memory for the transposition table of the first search (4 MB).
    pub fn choose<V: Variant>(
        &self,
        engine: &mut Engine<V>,
        game: &Game<V>,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        let mut rng = SkillRng::new(seed, u64::from(game.ply()));
        let mut moves: Vec<Move> = (game.legal_moves().sorted().into_iter())
            .filter(|&mv| limits.allows_root_move(mv))
            .collect();
        if moves.is_empty() {
            return Ok(SearchResult::game_over());
        }
        if let Some(planned) = book::choose(engine, game, limits, control, &mut rng)? {
            return Ok(planned);
        }
        let position = game.position();
        let misses_mates = rng.happens(self.missed_mate_permille);
        if misses_mates {
            moves = without_mates(position, moves);
        }
        let count = moves.len() as u64;
        if rng.happens(self.random_move_permille) {
            let random = moves[rng.below(count) as usize];
            let score = engine.evaluate(position);
            return Ok(SearchResult::without_search(random, score, count));
        }
        if !misses_mates {
            if let Some(mate) = position.mate_in_one_among(|mv| moves.contains(&mv)) {
                return Ok(SearchResult::without_search(mate, Score(MATE - 1), count));
            }
        }
        let sight = Sight::new(self.oversight_permille, game, &mut rng);
        let moves = sight.seen_moves(position, moves);
        if self.depth == 0 {
            return Ok(self.choose_statically(engine, position, &moves, &sight, &mut rng));
        }
        let compares = self.error_cp > 0 || self.oversight_permille > 0;
        let limits = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(self.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes)),
            multi_pv: if compares {
                moves.len()
            } else {
                limits.multi_pv
            },
            root_moves: moves,
            ..limits.clone()
        };
        if !compares {
            return engine.search_from_scratch(game, &limits, control);
        }
        self.choose_with_errors(engine, game, &limits, control, &sight, &mut rng)
    }

    /// The move with the best static score after random errors.
    fn choose_statically<V: Variant>(
        &self,
        engine: &Engine<V>,
        position: &Position<V>,
        moves: &[Move],
        sight: &Sight,
        rng: &mut SkillRng,
    ) -> SearchResult {
        let count = moves.len() as u64;
        let mut best = (i32::MIN, moves[0]);
        for &mv in moves {
            let score = static_score(engine, position, mv, sight) + rng.error(self.error_cp);
            if score > best.0 {
                best = (score, mv);
            }
        }
        SearchResult::without_search(best.1, Score::from_centipawns(best.0), count)
    }

    /// Searches every move (MultiPV) and adds a random error to the score of each.
    fn choose_with_errors<V: Variant>(
        &self,
        engine: &mut Engine<V>,
        game: &Game<V>,
        limits: &Limits,
        control: &mut Control<'_>,
        sight: &Sight,
        rng: &mut SkillRng,
    ) -> Result<SearchResult, OutOfMemory> {
        // Last report of each move.
        let mut searched: Vec<Info> = Vec::new();
        let mut on_info = |info: &Info| {
            let same_move = |known: &&mut Info| known.pv.first() == info.pv.first();
            match searched.iter_mut().find(same_move) {
                Some(known) => known.clone_from(info),
                None => searched.push(info.clone()),
            }
        };
        let mut silent = Control {
            now_ms: control.now_ms,
            stop: control.stop,
            on_info: Some(&mut on_info),
        };
        let result = engine.search_from_scratch(game, limits, &mut silent)?;
        let mut best: Option<(i32, &Info)> = None;
        for info in &searched {
            let overlooked = (info.pv.first()).map_or(0, |&mv| {
                sight.threats(engine, game.position(), mv).overlooked()
            });
            let score = info.score.centipawns() + overlooked + rng.error(self.error_cp);
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, info));
            }
        }
        let Some((_, info)) = best else {
            return Ok(result);
        };
        control.report(&Info {
            pv_index: 1,
            ..info.clone()
        });
        Ok(SearchResult {
            best: info.pv.first().copied(),
            ponder: info.pv.get(1).copied(),
            score: info.score,
            bound: info.bound,
            pv: info.pv.clone(),
            ..result
        })
    }
}

/// Moves that do not mate, or all moves if each mates.
fn without_mates<V: Variant>(position: &Position<V>, moves: Vec<Move>) -> Vec<Move> {
    let mut left = moves.clone();
    while let Some(mate) = position.mate_in_one_among(|mv| left.contains(&mv)) {
        left.retain(|&mv| mv != mate);
    }
    if left.is_empty() { moves } else { left }
}

/// Static evaluation after a move, less half of the worst threat that the level sees.
fn static_score<V: Variant>(
    engine: &Engine<V>,
    position: &Position<V>,
    mv: Move,
    sight: &Sight,
) -> i32 {
    let mut after = *position;
    after.play_unchecked(mv);
    let seen = sight.threats(engine, position, mv).seen;
    -engine.evaluate(&after).centipawns() - (seen / 2).min(MAX_THREAT)
}

/// Cap of the worst threat in [`static_score`], in centipawns.
const MAX_THREAT: i32 = 400;
