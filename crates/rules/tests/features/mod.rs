//! The features `serde` and `arbitrary`.

use arbitrary::{Arbitrary as _, Unstructured};
use komadai_rules::{
    AnyPosition, Move, Piece, PieceKind, RefusalCode, Setup, SetupRules, Side, Square, VariantId,
};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

#[track_caller]
fn is_written_as<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: T,
    text: serde_json::Value,
) {
    assert_eq!(serde_json::to_value(&value).unwrap(), text);
    assert_eq!(serde_json::from_value::<T>(text).unwrap(), value);
}

#[test]
fn values_have_a_stable_form_in_json() {
    is_written_as(VariantId::Torishogi, json!("torishogi"));
    is_written_as(Side::Second, json!("second"));
    is_written_as(RefusalCode::PawnDropMate, json!("pawn-drop-mate"));
    is_written_as(Square::new(80), json!(80));
    is_written_as(PieceKind::new(7), json!(7));
    let mv = Move::parse(VariantId::Shogi, "7g7f").unwrap();
    is_written_as(mv, json!(mv.raw()));
    let king = Piece {
        side: Side::First,
        kind: PieceKind::new(7),
    };
    is_written_as(king, json!({ "side": "first", "kind": 7 }));
    is_written_as(
        Setup::start(VariantId::Minishogi),
        json!({ "variant": "minishogi", "position": "rbsgk/4p/5/P4/KGSBR b - 1" }),
    );
}

#[test]
fn unknown_values_are_refused() {
    for text in ["\"go\"", "\"Shogi\"", "0"] {
        assert!(serde_json::from_str::<VariantId>(text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<PieceKind>("16").is_err());
    assert!(serde_json::from_str::<Square>("256").is_err());
    let error = serde_json::from_value::<Setup>(json!({ "variant": "shogi", "position": "9/9" }));
    assert!(error.unwrap_err().to_string().starts_with("too few ranks"));
}

#[test]
fn arbitrary_setups_read_back_and_never_panic() {
    let mut random = ChaCha8Rng::seed_from_u64(44);
    let mut variants = std::collections::BTreeSet::new();
    for _ in 0..500 {
        let mut bytes = [0; 400];
        random.fill_bytes(&mut bytes);
        let setup = Setup::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        variants.insert(setup.variant);
        let text = serde_json::to_string(&setup).unwrap();
        assert_eq!(
            serde_json::from_str::<Setup>(&text).unwrap(),
            setup,
            "{text}"
        );
        let _ = AnyPosition::from_setup(&setup, SetupRules::Play);
    }
    assert_eq!(variants.len(), VariantId::REGISTERED.len());
}

#[test]
fn arbitrary_moves_may_be_tried() {
    let start = AnyPosition::start(VariantId::Shogun);
    for raw in 0..=u16::MAX {
        let mv = Move::arbitrary(&mut Unstructured::new(&raw.to_le_bytes())).unwrap();
        assert_eq!(mv.raw(), raw);
        let _ = start.is_legal(mv);
    }
}
