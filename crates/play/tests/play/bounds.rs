//! Bounds on the length of a game's log.

use komadai_play::{Arbiter, Arrival, Command, LogEntry, Verdict};
use komadai_protocol::limits::{MAX_OFFERS_IN_GAME, MAX_TAKEBACKS};
use komadai_protocol::{ClockSettings, ErrorCode, OfferKind};
use komadai_rules::{Side, VariantId};

use crate::common::{arbiter, joined, legal_move, player, settings};

struct Table {
    arbiter: Arbiter,
    log: Vec<LogEntry>,
    sent: u32,
}

impl Table {
    fn new() -> Self {
        let log = joined(settings(VariantId::Shogi, ClockSettings::None), false);
        Self {
            arbiter: arbiter(&log),
            log,
            sent: 0,
        }
    }

    fn send(&mut self, side: Side, command: &Command) -> Result<(), ErrorCode> {
        self.sent += 1;
        let arrival = Arrival {
            side: Some(side),
            id: &self.sent.to_string(),
            now_ms: 0,
            one_way_ms: 0,
            opponent_away_since_ms: None,
        };
        let verdict = self.arbiter.judge(Some(&player(side)), &arrival, command);
        match verdict.map_err(|error| error.code)? {
            Verdict::Append { drafts, .. } => {
                let entries = self.arbiter.number(0, &drafts);
                self.arbiter.apply(&entries).expect("they fit");
                self.log.extend(entries);
                Ok(())
            }
            other => panic!("{other:?}"),
        }
    }

    fn play(&mut self) {
        let state = self.arbiter.state();
        let (side, ply) = (state.side(), state.ply());
        let text = legal_move(state, self.sent as usize * 7919).expect("a move");
        self.send(side, &Command::Move { ply, text })
            .expect("legal");
    }

    fn take_back(&mut self) -> Result<(), ErrorCode> {
        self.send(Side::First, &Command::Offer(OfferKind::Takeback))?;
        self.send(Side::Second, &Command::Accept(OfferKind::Takeback))
    }
}

/// Without the limit, one move played and taken back over and over writes gigabytes a day.
#[test]
fn take_backs_in_a_game_are_limited() {
    let mut table = Table::new();
    for _ in 0..MAX_TAKEBACKS {
        table.play();
        table.take_back().expect("taken back");
    }
    table.play();
    assert_eq!(table.take_back(), Err(ErrorCode::OfferNotPossible));
    // Replaying the log counts the same.
    let mut again = arbiter(&table.log);
    assert_eq!(again.state(), table.arbiter.state());
    std::mem::swap(&mut again, &mut table.arbiter);
    assert_eq!(table.take_back(), Err(ErrorCode::OfferNotPossible));
}

#[test]
fn offers_of_a_side_in_a_game_are_limited() {
    let mut table = Table::new();
    let mut made = 0;
    let refused = loop {
        table.play();
        assert!(
            table.arbiter.state().outcome().is_none(),
            "the game is too short for this test"
        );
        if table.arbiter.state().ply() < 2 {
            continue;
        }
        // Eight offers between two moves are allowed.
        let some = (0..8).try_for_each(|_| {
            table.send(Side::First, &Command::Offer(OfferKind::Takeback))?;
            made += 1;
            table.send(Side::Second, &Command::Decline(OfferKind::Takeback))
        });
        if let Err(code) = some {
            break code;
        }
    };
    assert_eq!(
        (made, refused),
        (MAX_OFFERS_IN_GAME, ErrorCode::OfferNotPossible)
    );
}
