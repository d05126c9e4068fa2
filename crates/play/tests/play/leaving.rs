//! Aborted and abandoned games.

use komadai_play::{Arbiter, Arrival, Command, LogEntry, Verdict};
use komadai_protocol::limits::ABANDONED_MS;
use komadai_protocol::{ClockSettings, EndReason, ErrorCode, GameOutcome, OfferKind, Status};
use komadai_rules::{Side, VariantId};

use crate::common::{arbiter, joined, legal_move, player, settings};

const ABANDONED: i64 = ABANDONED_MS as i64;

struct Table {
    log: Vec<LogEntry>,
    arbiter: Arbiter,
    now_ms: i64,
    commands: u32,
}

impl Table {
    /// A game after `plies` moves of one second each.
    fn after(plies: u32) -> Self {
        let log = joined(settings(VariantId::Shogi, ClockSettings::None), false);
        let mut table = Self {
            arbiter: arbiter(&log),
            log,
            now_ms: 0,
            commands: 0,
        };
        let started = table.arbiter.start(0).expect("both are seated");
        let entries = table.arbiter.number(0, &[started]);
        table.arbiter.apply(&entries).expect("they fit");
        table.log.extend(entries);
        for _ in 0..plies {
            table.play();
        }
        table
    }

    fn play(&mut self) {
        self.now_ms += 1_000;
        let state = self.arbiter.state();
        let (ply, side) = (state.ply(), state.side());
        let text = legal_move(state, 0).expect("a legal move");
        let played = self.say(Some(side), None, &Command::Move { ply, text });
        assert_eq!(played, Ok(()));
    }

    /// Judges a command, and checks that a replay of the log gives the same game.
    fn say(
        &mut self,
        side: Option<Side>,
        opponent_away_since_ms: Option<i64>,
        command: &Command,
    ) -> Result<(), ErrorCode> {
        self.commands += 1;
        let arrival = Arrival {
            side,
            id: &self.commands.to_string(),
            now_ms: self.now_ms,
            one_way_ms: 0,
            opponent_away_since_ms,
        };
        let author = side.map(player);
        let judged = (self.arbiter).judge(author.as_ref(), &arrival, command);
        let Verdict::Append { drafts, .. } = judged.map_err(|error| error.code)? else {
            panic!("{command:?} becomes an event")
        };
        let entries = self.arbiter.number(self.now_ms, &drafts);
        self.arbiter.apply(&entries).expect("they fit");
        self.log.extend(entries);
        assert_eq!(arbiter(&self.log).state(), self.arbiter.state());
        Ok(())
    }

    fn mover(&self) -> Side {
        self.arbiter.state().side()
    }

    fn outcome(&self) -> Option<GameOutcome> {
        self.arbiter.state().outcome()
    }
}

#[test]
fn either_player_may_abort_until_both_sides_have_moved() {
    for side in Side::BOTH {
        for plies in 0..2 {
            let mut table = Table::after(plies);
            assert!(table.arbiter.state().possible(side).abort);
            assert_eq!(table.say(Some(side), None, &Command::Abort), Ok(()));
            let outcome = GameOutcome {
                winner: None,
                reason: EndReason::Aborted,
                ply: plies,
            };
            assert_eq!(table.outcome(), Some(outcome));
            let again = table.say(Some(side), None, &Command::Abort);
            assert_eq!(again, Err(ErrorCode::GameOver));
        }
        let mut table = Table::after(2);
        assert!(!table.arbiter.state().possible(side).abort);
        let refused = table.say(Some(side), None, &Command::Abort);
        assert_eq!(refused, Err(ErrorCode::AbortNotPossible));
        assert_eq!(table.arbiter.state().status(), Status::Playing);
    }
}

#[test]
fn aborting_a_game_without_an_opponent_cancels_it() {
    let mut log = joined(settings(VariantId::Shogi, ClockSettings::None), false);
    log.truncate(2);
    let mut table = Table {
        arbiter: arbiter(&log),
        log,
        now_ms: 0,
        commands: 0,
    };
    let claimed = table.say(Some(Side::First), Some(0), &Command::ClaimVictory);
    assert_eq!(claimed, Err(ErrorCode::NotStarted));
    assert_eq!(table.say(Some(Side::First), None, &Command::Abort), Ok(()));
    let reason = table.outcome().map(|outcome| outcome.reason);
    assert_eq!(reason, Some(EndReason::Cancelled));
}

#[test]
fn the_opponent_may_claim_or_abort_after_a_minute_of_absence_on_the_absentees_turn() {
    for (command, reason) in [
        (Command::ClaimVictory, EndReason::Abandoned),
        (Command::Abort, EndReason::Aborted),
    ] {
        let mut table = Table::after(3);
        let claimant = !table.mover();
        let away = Some(table.now_ms + 5_000);
        table.now_ms += 5_000 + ABANDONED - 1;
        let early = table.say(Some(claimant), away, &command);
        assert!(early.is_err(), "{command:?} after 59,999 ms");
        table.now_ms += 1;
        assert_eq!(
            table.arbiter.state().claim_from_ms(away),
            Some(table.now_ms)
        );
        assert_eq!(table.say(Some(claimant), away, &command), Ok(()));
        let winner = (reason == EndReason::Abandoned).then_some(claimant);
        let outcome = GameOutcome {
            winner,
            reason,
            ply: 3,
        };
        assert_eq!(table.outcome(), Some(outcome));
        assert_eq!(table.arbiter.state().claim_from_ms(away), None);
    }
}

#[test]
fn absence_while_the_opponent_thinks_does_not_count() {
    let mut table = Table::after(3);
    let away = Some(table.now_ms);
    table.now_ms += 10 * ABANDONED;
    // The opponent moves: the absentee has a minute from now on.
    let claimant = table.mover();
    table.play();
    assert_eq!(
        table.say(Some(claimant), away, &Command::ClaimVictory),
        Err(ErrorCode::ClaimNotPossible)
    );
    // An offer does not begin a turn.
    table.now_ms += ABANDONED;
    let offer = Command::Offer(OfferKind::Takeback);
    assert_eq!(table.say(Some(claimant), away, &offer), Ok(()));
    assert_eq!(
        table.say(Some(claimant), away, &Command::ClaimVictory),
        Ok(())
    );
}

#[test]
fn a_claim_needs_an_absent_opponent_on_turn() {
    for command in [Command::ClaimVictory, Command::Abort] {
        let refused = match command {
            Command::Abort => ErrorCode::AbortNotPossible,
            _ => ErrorCode::ClaimNotPossible,
        };
        let mut table = Table::after(3);
        let (absentee, opponent) = (table.mover(), !table.mover());
        let away = Some(table.now_ms);
        table.now_ms += 2 * ABANDONED;
        // A watcher; the player whose turn it is; the opponent of a player who is at the board.
        let watcher = table.say(None, away, &command);
        assert_eq!(watcher, Err(ErrorCode::NotAPlayer));
        assert_eq!(table.say(Some(absentee), away, &command), Err(refused));
        assert_eq!(table.say(Some(opponent), None, &command), Err(refused));
        assert_eq!(table.outcome(), None);
    }
}

#[test]
fn a_win_cannot_be_claimed_before_both_have_moved() {
    let mut table = Table::after(1);
    let away = Some(table.now_ms);
    table.now_ms += 2 * ABANDONED;
    let claimant = !table.mover();
    let claimed = table.say(Some(claimant), away, &Command::ClaimVictory);
    assert_eq!(claimed, Err(ErrorCode::ClaimNotPossible));
    assert_eq!(table.say(Some(claimant), away, &Command::Abort), Ok(()));
}
