//! The `go` command of a time control.

use komadai_engine::ClockState;
use komadai_notation::Dialect;
use komadai_uci::{Clocks, Go};

use crate::matches::time_control::TimeControl;

/// `clocks` are by side.
pub(super) fn go(time: &TimeControl, dialect: Dialect, clocks: [ClockState; 2]) -> Go {
    let mut go = Go::default();
    match *time {
        TimeControl::Clock {
            increment_ms,
            byoyomi_ms,
            ..
        } => {
            let has_increment = increment_ms > 0 || dialect == Dialect::Uci;
            // UCI has no byo-yomi, but programs for several variants understand the word.
            let has_byoyomi = byoyomi_ms > 0 || (dialect == Dialect::Usi && increment_ms == 0);
            go.clocks = Clocks {
                time_ms: clocks.map(|clock| Some(clock.left_ms)),
                increment_ms: [has_increment.then_some(increment_ms); 2],
                byoyomi_ms: has_byoyomi.then_some(byoyomi_ms),
            };
        }
        TimeControl::MoveTimeMs(ms) => go.move_time_ms = Some(ms),
        TimeControl::Nodes(nodes) => go.nodes = Some(nodes),
        TimeControl::Depth(depth) => go.depth = Some(depth),
    }
    go
}

#[cfg(test)]
mod tests {
    use komadai_rules::{Side, VariantId};
    use komadai_uci::{GuiMessage, Protocol};

    use super::*;

    fn text(time: TimeControl, dialect: Dialect, clocks: [ClockState; 2]) -> String {
        let message = GuiMessage::Go(go(&time, dialect, clocks));
        message.to_text(Protocol::new(dialect, VariantId::Shogi))
    }

    #[test]
    fn black_is_first_in_usi_without_the_increment_and_second_in_uci_with_it() {
        let time = TimeControl::Clock {
            base_ms: 10_000,
            increment_ms: 100,
            byoyomi_ms: 2_000,
        };
        let mut clocks = [time.start(); 2];
        clocks[Side::First.index()].left_ms = 500;
        assert_eq!(
            text(time, Dialect::Usi, clocks),
            "go btime 400 wtime 9900 binc 100 winc 100 byoyomi 2000"
        );
        assert_eq!(
            text(time, Dialect::Uci, clocks),
            "go btime 10000 wtime 500 binc 100 winc 100 byoyomi 2000"
        );
    }

    #[test]
    fn each_protocol_has_the_words_it_demands() {
        let sudden_death = TimeControl::Clock {
            base_ms: 5,
            increment_ms: 0,
            byoyomi_ms: 0,
        };
        for (time, usi, uci) in [
            (
                sudden_death,
                "go btime 5 wtime 5 byoyomi 0",
                "go btime 5 wtime 5 binc 0 winc 0",
            ),
            (TimeControl::MoveTimeMs(9), "go movetime 9", "go movetime 9"),
            (TimeControl::Nodes(9), "go nodes 9", "go nodes 9"),
            (TimeControl::Depth(3), "go depth 3", "go depth 3"),
        ] {
            assert_eq!(text(time, Dialect::Usi, [time.start(); 2]), usi);
            assert_eq!(text(time, Dialect::Uci, [time.start(); 2]), uci);
        }
    }
}
