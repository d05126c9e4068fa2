//! Written messages are read back as the same value, and no line panics.

use komadai_notation::Dialect;
use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, VariantId};
use komadai_uci::{
    BestMove, Bound, Checkmate, Clocks, EngineMessage, GameResult, Go, GuiMessage, Info, MateLimit,
    OptionDeclaration, OptionKind, Protocol, Score, ScoreValue, SetOption, SetPosition,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn any_protocol() -> impl Strategy<Value = Protocol> {
    let dialect = select(&[Dialect::Usi, Dialect::Uci][..]);
    (dialect, select(&VariantId::ALL[..]))
        .prop_map(|(dialect, variant)| Protocol::new(dialect, variant))
}

fn any_game(variant: VariantId, plies: usize) -> impl Strategy<Value = AnyGame> {
    prop::collection::vec(any::<Index>(), 0..=plies).prop_map(move |choices| {
        let mut played = AnyGame::new(AnyPosition::start(variant), RuleSet::default_for(variant));
        for choice in choices {
            let moves = played.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            played.play(mv).expect("a legal move");
        }
        played
    })
}

fn any_moves(variant: VariantId) -> impl Strategy<Value = Vec<Move>> {
    any_game(variant, 12).prop_map(|played| played.moves().to_vec())
}

fn any_move(variant: VariantId) -> impl Strategy<Value = Move> {
    (any_game(variant, 30), any::<Index>()).prop_map(move |(played, choice)| {
        let moves = played.legal_moves();
        if moves.is_empty() {
            played.moves()[0]
        } else {
            moves[choice.index(moves.len())]
        }
    })
}

fn any_position(variant: VariantId) -> impl Strategy<Value = AnyPosition> {
    any_game(variant, 30).prop_map(|played| played.position())
}

/// One line without white space at its ends.
const TEXT: &str = "[!-~あ-ん]([ -~あ-ん]{0,12}[!-~あ-ん])?";
/// Words with single spaces, none of which is a keyword.
const NAME: &str = "[A-Z][a-z_]{0,5}( [A-Z][a-z]{0,5}){0,2}";

fn any_kind() -> impl Strategy<Value = OptionKind> {
    let number = || of(any::<i64>());
    prop_oneof![
        Just(OptionKind::Button),
        of(any::<bool>()).prop_map(|default| OptionKind::Check { default }),
        (number(), number(), number()).prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (of(NAME), prop::collection::vec(NAME, 0..4))
            .prop_map(|(default, values)| OptionKind::Combo { default, values }),
        of(prop_oneof![Just(String::new()), NAME])
            .prop_map(|default| OptionKind::String { default }),
        of(NAME).prop_map(|default| OptionKind::Filename { default }),
        Just(OptionKind::Other("slider".into())),
    ]
}

fn any_score(dialect: Dialect) -> impl Strategy<Value = Score> {
    let mates = match dialect {
        Dialect::Usi => (1..u32::MAX, any::<u32>()).boxed(),
        // UCI counts moves: the side to move mates with an odd ply and is mated with an even one.
        Dialect::Uci => (1..1_000_u32, 0..1_000_u32)
            .prop_map(|(mate, mated)| (2 * mate - 1, 2 * mated))
            .boxed(),
    };
    let value = mates.prop_flat_map(|(mate, mated)| {
        prop_oneof![
            any::<i32>().prop_map(ScoreValue::Centipawns),
            Just(ScoreValue::Mate(Some(mate))),
            Just(ScoreValue::Mated(Some(mated))),
            Just(ScoreValue::Mate(None)),
            Just(ScoreValue::Mated(None)),
        ]
    });
    let bound = select(&[Bound::Exact, Bound::Lower, Bound::Upper][..]);
    (value, bound).prop_map(|(value, bound)| Score { value, bound })
}

fn any_info(protocol: Protocol) -> impl Strategy<Value = Info> {
    let small = || of(any::<u32>());
    let large = || of(any::<u64>());
    let search = (
        small(),
        small(),
        small(),
        of(any_score(protocol.dialect)),
        of(any::<[u32; 3]>()),
    );
    let work = (large(), large(), small(), large(), small(), large());
    let moves = (
        of(any_move(protocol.variant)),
        small(),
        any_moves(protocol.variant),
    );
    (search, work, moves, of(TEXT)).prop_map(|(search, work, moves, string)| Info {
        depth: search.0,
        seldepth: search.1,
        multi_pv: search.2,
        score: search.3,
        wdl: search.4,
        nodes: work.0,
        nps: work.1,
        hash_full: work.2,
        tb_hits: work.3,
        cpu_load: work.4,
        time_ms: work.5,
        current_move: moves.0,
        current_move_number: moves.1,
        pv: moves.2,
        string,
    })
}

fn any_go(protocol: Protocol) -> impl Strategy<Value = Go> {
    let mate = of(any::<u64>()).prop_map(move |limit| match (limit, protocol.dialect) {
        (None, _) => MateLimit::Unlimited,
        (Some(ms), Dialect::Usi) => MateLimit::TimeMs(ms),
        (Some(moves), Dialect::Uci) => MateLimit::Moves(moves),
    });
    let clocks = (
        any::<[Option<u64>; 2]>(),
        any::<[Option<u64>; 2]>(),
        of(any::<u64>()),
    );
    let limits = (
        of(any::<u32>()),
        of(any::<u64>()),
        of(any::<u64>()),
        of(1..u32::MAX),
    );
    let switches = any::<(bool, bool)>();
    let moves = any_moves(protocol.variant);
    (switches, limits, clocks, of(mate), moves).prop_map(
        |(switches, limits, clocks, mate, moves)| Go {
            infinite: switches.0,
            ponder: switches.1,
            depth: limits.0,
            nodes: limits.1,
            move_time_ms: limits.2,
            moves_to_go: limits.3,
            clocks: Clocks {
                time_ms: clocks.0,
                // A clock is below its increment only before the first move.
                increment_ms: [0, 1].map(|side| {
                    let limit = clocks.0[side].unwrap_or(u64::MAX);
                    clocks.1[side].map(|ms: u64| ms.min(limit))
                }),
                byoyomi_ms: clocks.2,
            },
            mate,
            search_moves: moves,
            problems: Vec::new(),
        },
    )
}

fn any_gui_message(protocol: Protocol) -> impl Strategy<Value = GuiMessage> {
    let variant = protocol.variant;
    let results = [GameResult::Win, GameResult::Lose, GameResult::Draw];
    let simple = vec![
        GuiMessage::Identify(Dialect::Usi),
        GuiMessage::Identify(Dialect::Uci),
        GuiMessage::Debug(true),
        GuiMessage::Debug(false),
        GuiMessage::IsReady,
        GuiMessage::Register,
        GuiMessage::NewGame,
        GuiMessage::Stop,
        GuiMessage::Quit,
    ];
    prop_oneof![
        select(simple),
        of(select(results.to_vec())).prop_map(GuiMessage::GameOver),
        (NAME, of(prop_oneof![Just(String::new()), TEXT]))
            .prop_map(|(name, value)| GuiMessage::SetOption(SetOption { name, value })),
        (any_position(variant), any_moves(variant)).prop_map(
            |(start, moves)| GuiMessage::Position(Box::new(SetPosition {
                start,
                moves,
                bad_move: None
            }))
        ),
        any_go(protocol).prop_map(GuiMessage::Go),
        any_go(protocol).prop_map(|go| GuiMessage::PonderHit(Box::new(go))),
        any::<u32>().prop_map(GuiMessage::Perft),
    ]
}

fn any_engine_message(protocol: Protocol) -> impl Strategy<Value = EngineMessage> {
    let variant = protocol.variant;
    let checkmates = vec![
        Checkmate::NoMate,
        Checkmate::Timeout,
        Checkmate::NotImplemented,
    ];
    let ends = vec![BestMove::Resign, BestMove::DeclareWin, BestMove::NoMove];
    prop_oneof![
        TEXT.prop_map(EngineMessage::IdName),
        TEXT.prop_map(EngineMessage::IdAuthor),
        (NAME, any_kind())
            .prop_map(|(name, kind)| EngineMessage::Option(OptionDeclaration { name, kind })),
        select(vec![
            EngineMessage::Identified(Dialect::Usi),
            EngineMessage::Identified(Dialect::Uci),
            EngineMessage::ReadyOk,
        ]),
        any_info(protocol).prop_map(EngineMessage::Info),
        (any_move(variant), of(any_move(variant)))
            .prop_map(|(best, ponder)| EngineMessage::BestMove(BestMove::Move { best, ponder })),
        select(ends).prop_map(EngineMessage::BestMove),
        vec(any_move(variant), 1..12)
            .prop_map(|moves| EngineMessage::Checkmate(Checkmate::Mate(moves))),
        select(checkmates).prop_map(EngineMessage::Checkmate),
    ]
}

fn gui_case() -> impl Strategy<Value = (Protocol, GuiMessage)> {
    any_protocol().prop_flat_map(|protocol| (Just(protocol), any_gui_message(protocol)))
}

fn engine_case() -> impl Strategy<Value = (Protocol, EngineMessage)> {
    any_protocol().prop_flat_map(|protocol| (Just(protocol), any_engine_message(protocol)))
}

const WORDS: &[&str] = &[
    "usi",
    "uci",
    "debug",
    "on",
    "isready",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "sfen",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "perft",
    "searchmoves",
    "gameover",
    "win",
    "id",
    "author",
    "option",
    "type",
    "spin",
    "check",
    "combo",
    "default",
    "min",
    "max",
    "var",
    "info",
    "score",
    "cp",
    "lowerbound",
    "wdl",
    "pv",
    "multipv",
    "string",
    "bestmove",
    "checkmate",
    "0",
    "-1",
    "7",
    "99999999999999999999",
    "7g7f",
    "P*5e",
    "e2e4",
    "+",
    "-",
    "-0",
    "<empty>",
    "５七",
    "4k4/9/9/9/9/9/9/9/4K4",
    "b",
    "w",
    "1",
    "\u{0}",
    "\u{1b}[2J",
    "🦀",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn gui_messages_are_read_as_they_were_written((protocol, message) in gui_case()) {
        let text = message.to_text(protocol);
        prop_assert!(!text.contains('\n'));
        prop_assert_eq!(GuiMessage::parse(&text, protocol), Ok(message), "{}", text);
    }

    #[test]
    fn engine_messages_are_read_as_they_were_written((protocol, message) in engine_case()) {
        let text = message.to_text(protocol);
        prop_assert!(!text.contains('\n'));
        prop_assert_eq!(EngineMessage::parse(&text, protocol), Ok(message), "{}", text);
    }

    /// A line that was read is written so that it is read back the same.
    #[test]
    fn any_words_are_answered(
        protocol in any_protocol(),
        words in prop::collection::vec(select(WORDS), 0..9),
        noise in ".{0,20}",
    ) {
        for line in [words.join(" "), noise] {
            if let Ok(message) = GuiMessage::parse(&line, protocol) {
                let text = message.to_text(protocol);
                let again = GuiMessage::parse(&text, protocol);
                let again = again.map(|again| again.to_text(protocol));
                prop_assert_eq!(again, Ok(text), "{}", line);
            }
            if let Ok(message) = EngineMessage::parse(&line, protocol) {
                let text = message.to_text(protocol);
                let again = EngineMessage::parse(&text, protocol);
                let again = again.map(|again| again.to_text(protocol));
                prop_assert_eq!(again, Ok(text), "{}", line);
            }
        }
    }
}
