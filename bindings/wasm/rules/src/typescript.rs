//! TypeScript declarations of the module, checked against `types.d.ts`.
//!
//! `KOMADAI_WRITE_TYPES=1 cargo test -p komadai-wasm-rules typescript` writes the file.

use std::fmt::Write as _;
use std::path::Path;

use komadai_notation::DisplayStyle;
use komadai_play::Possible;
use komadai_protocol::typescript::{
    END_REASON, GAME_NAME, RULE_CODE, SIDE_NAME, check_file, config, declare,
};
use komadai_protocol::{
    ClockSettings, ClockState, EventBody, Face, Furigoma, GameEvent, GameKey, GameOutcome,
    GameSettings, Offer, OfferKind, PerSide, PlayerInfo, PlayerKind, Premove, Rating, Seat,
    SideClock, Snapshot, Status, Unrated,
};
use komadai_rules::{TextStyle, VariantId};
use komadai_wasm_shared::typescript::head;

use crate::destinations::{Destinations, Possibilities};
use crate::followed_game::{ApplyResult, SnapshotChanges};
use crate::game::Promotion;
use crate::local_game::{LocalView, OpponentInput, Progress, SavedGame};
use crate::refusal::Refusal;
use crate::spec::{Handicap, PieceKindSpec, Step, VariantSpec};
use crate::state::{GameState, ImpassePoints, LastMove, LosingIllegalMove};
use crate::typed::{Candidate, Reading, TypedMove};

#[test]
fn typescript_is_in_step() {
    let config = config();
    let mut out = head("komadai-wasm-rules");
    macro_rules! declare_all {
        ($($type:ty),* $(,)?) => { $(declare::<$type>(&mut out, &config);)* };
    }
    GAME_NAME.declare(&mut out);
    SIDE_NAME.declare(&mut out);
    declare_all![PerSide<u32>];
    RULE_CODE.declare(&mut out);
    END_REASON.declare(&mut out);
    declare_all![
        GameOutcome,
        Refusal,
        GameState,
        LastMove,
        LosingIllegalMove,
        ImpassePoints,
        Destinations,
        Possibilities,
        Promotion,
        TypedMove,
        Reading,
        Candidate,
        VariantSpec,
        PieceKindSpec,
        Step,
        Handicap,
        ClockSettings,
        SideClock,
        ClockState,
        Face,
        Furigoma,
        GameKey,
        GameSettings,
        Offer,
        OfferKind,
        Rating,
        PlayerInfo,
        PlayerKind,
        Premove,
        Unrated,
        Seat,
        Status,
        Snapshot,
        EventBody,
        GameEvent,
        OpponentInput,
        Possible,
        Progress,
        SavedGame,
        LocalView,
        ApplyResult,
        SnapshotChanges,
    ];
    out.push_str(
        "\n/**\n * How to write moves: `western` is `P-76`, `S*33`, `c6=C`; `western-letters` is `P-7f`; `hosking` is\n * `P76`; `kawasaki` is `歩-76`; `japanese` is `▲７六歩`; `japanese-digits` is `▲76歩`; `kif` is\n * `▲７六歩(77)`; `usi` is for programs.\n */\n\
         export type DisplayStyle = ",
    );
    let styles = DisplayStyle::ALL.map(|(name, _)| format!("'{name}'"));
    out.push_str(&styles.join(" | "));
    out.push_str(";\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/types.d.ts");
    check_file(&path, &out);
}

/// `web/src/rules/traits.ts`: properties of a variant that the page needs before the rules module
/// is loaded.
#[test]
fn traits_are_in_step() {
    let mut out = String::from(
        "// Generated. Do not edit: KOMADAI_WRITE_TYPES=1 cargo test -p komadai-wasm-rules typescript\n\
         import type { GameName } from '../protocol';\n\n\
         /** Part of the variant's spec that the page needs before the rules are loaded. */\n\
         export interface GameTraits {\n\
         \tfiles: number;\n\
         \tranks: number;\n\
         \t/** Ranks of a promotion zone. */\n\
         \tzoneRanks: number;\n\
         \t/** Positions in SFEN, moves in USI; or FEN and UCI. */\n\
         \ttextStyle: 'shogi' | 'chess';\n\
         \t/** Two moves, one of each side, share a number. */\n\
         \tsharedMoveNumbers: boolean;\n\
         \tcastles: boolean;\n\
         \t/** The sides of an even game are drawn by furigoma. */\n\
         \tfurigoma: boolean;\n\
         }\n\n\
         export const TRAITS: Readonly<Record<GameName, GameTraits>> = {\n",
    );
    for id in VariantId::ALL {
        let spec = id.spec();
        let text_style = match spec.text_style {
            TextStyle::Shogi => "shogi",
            TextStyle::Chess => "chess",
        };
        write!(
            out,
            "\t{}: {{\n\t\tfiles: {},\n\t\tranks: {},\n\t\tzoneRanks: {},\n\t\ttextStyle: '{text_style}',\n\
             \t\tsharedMoveNumbers: {},\n\t\tcastles: {},\n\t\tfurigoma: {},\n\t}},\n",
            id.name(),
            spec.files,
            spec.ranks,
            spec.zone_ranks,
            spec.fen_counters,
            spec.castling.is_some(),
            spec.furigoma,
        )
        .expect("a String takes all text");
    }
    out.push_str("};\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/src/rules/traits.ts");
    check_file(&path, &out);
}
