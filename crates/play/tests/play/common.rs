use komadai_play::{Arbiter, Draft, GameState, LogEntry, PlayerId, check_settings};
use komadai_protocol::{
    ClockSettings, CreateGame, EventBody, Face, Furigoma, GameSettings, SideChoice,
};
use komadai_rules::{Side, VariantId};
use proptest::prelude::*;

pub(crate) const KEY: &str = "x8Qm3LhTz0RkWb5v";

pub(crate) fn request(game: VariantId, clock: ClockSettings) -> CreateGame {
    CreateGame {
        side: SideChoice::First,
        clock,
        ..CreateGame::of(game)
    }
}

pub(crate) fn settings(game: VariantId, clock: ClockSettings) -> GameSettings {
    check_settings(&request(game, clock)).expect("a good request")
}

/// All kinds of clock, short enough for flags to fall.
pub(crate) fn any_clock() -> impl Strategy<Value = ClockSettings> {
    prop_oneof![
        Just(ClockSettings::None),
        (1u32..60_000).prop_map(|main_ms| ClockSettings::Sudden { main_ms }),
        (1u32..30_000, 0u32..10_000).prop_map(|(main_ms, increment_ms)| {
            ClockSettings::Increment {
                main_ms,
                increment_ms,
            }
        }),
        (0u32..20_000, 1000u32..10_000, 1u32..5).prop_map(|(main_ms, period_ms, periods)| {
            ClockSettings::Byoyomi {
                main_ms,
                period_ms,
                periods,
            }
        }),
    ]
}

pub(crate) fn player(side: Side) -> PlayerId {
    PlayerId::from(side.name())
}

pub(crate) const TOSS: [Face; 5] = [Face::Pawn; 5];

pub(crate) fn joined(settings: GameSettings, toss: bool) -> Vec<LogEntry> {
    let created = Draft::unprompted(EventBody::Created { settings });
    let tossed = Draft::unprompted(EventBody::Furigoma {
        toss: Furigoma::of(TOSS),
    });
    let seated = Side::BOTH.map(|side| Draft {
        body: EventBody::joined(side, None),
        author: Some(player(side)),
        command: None,
    });
    let drafts = [created]
        .into_iter()
        .chain(toss.then_some(tossed))
        .chain(seated);
    (1u32..)
        .zip(drafts)
        .map(|(seq, draft)| LogEntry {
            seq,
            at_ms: 0,
            body: draft.body,
            author: draft.author,
            command: draft.command,
        })
        .collect()
}

pub(crate) fn arbiter(log: &[LogEntry]) -> Arbiter {
    Arbiter::replay(&KEY.into(), log).expect("the log fits")
}

pub(crate) fn legal_move(state: &GameState, choice: usize) -> Option<String> {
    let moves = state.game().legal_moves();
    let chosen = *moves.get(choice.checked_rem(moves.len())?)?;
    Some(chosen.display(state.settings().game).to_string())
}
