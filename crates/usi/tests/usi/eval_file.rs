//! The option `EvalFile`.

use komadai_engine::nnue::{Encoding, Net, reference_eval};
use komadai_rules::{AnyPosition, VariantId};

use crate::support::{has, talk};

fn evaluation_after(commands: &[&str]) -> String {
    let said = talk("usi", &[commands, &["eval"]].concat());
    said.last().expect("an answer").clone()
}

#[test]
fn eval_file_chooses_between_nets_and_the_classical_evaluation() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a net.nnue");
    let net = Net::random(VariantId::Minishogi, 32, 7).expect("memory");
    std::fs::write(&path, net.to_bytes(Encoding::Leb128)).expect("a file");
    let load = format!("setoption name EvalFile value {}", path.display());
    let game = "setoption name USI_Variant value minishogi";
    let position = "position startpos moves 4e4d";
    let classical = "setoption name EvalFile value classical";

    let by_net = evaluation_after(&[game, &load, position]);
    let by_hand = evaluation_after(&[game, classical, position]);
    assert_ne!(by_net, by_hand);
    assert_eq!(
        by_hand,
        evaluation_after(&[game, &load, classical, position])
    );
    let found = reference_eval(&net, &position_after("4e4d"));
    assert!(by_net.contains(&found.to_string()), "{by_net}: {found}");
    let said = talk("usi", &[game, &load, position, "go nodes 500"]);
    let moved = said.iter().any(|line| line.starts_with("bestmove "));
    assert!(moved, "{said:?}");
}

#[test]
fn a_net_that_is_set_before_its_game_is_used_once_the_game_is_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("minishogi.nnue");
    let net = Net::random(VariantId::Minishogi, 32, 7).expect("memory");
    std::fs::write(&path, net.to_bytes(Encoding::Leb128)).expect("a file");
    let load = format!("setoption name EvalFile value {}", path.display());
    let game = "setoption name USI_Variant value minishogi";

    let said = talk("usi", &[&load]);
    let remark = "a net of minishogi: used once UCI_Variant is minishogi";
    assert_eq!(
        said,
        [format!(
            "info string EvalFile \"{}\": {remark}",
            path.display()
        )]
    );
    assert_eq!(
        evaluation_after(&[&load, game]),
        evaluation_after(&[game, &load])
    );
    assert_ne!(evaluation_after(&[&load, game]), evaluation_after(&[game]));
    // The evaluation of Shogi is unchanged.
    assert_eq!(evaluation_after(&[&load]), evaluation_after(&[]));
}

fn position_after(mv: &str) -> AnyPosition {
    let game = VariantId::Minishogi;
    let mut position = AnyPosition::start(game);
    let mv = komadai_rules::Move::parse(game, mv).expect("a move");
    position.play(mv).expect("a legal move");
    position
}

#[test]
fn an_eval_file_that_cannot_be_loaded_is_answered_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.nnue");
    let bytes = Net::zero(VariantId::Shogi, 32)
        .expect("memory")
        .to_bytes(Encoding::Leb128);
    for (contents, why) in [
        (
            &b"GIF89a"[..],
            "not a net: a file of a net begins with KNUE",
        ),
        (
            &bytes[..bytes.len() - 1],
            "the net is damaged or cut off (checksum)",
        ),
    ] {
        std::fs::write(&path, contents).expect("a file");
        let load = format!("setoption name EvalFile value {}", path.display());
        let said = talk(
            "usi",
            &["setoption name EvalFile value classical", &load, "isready"],
        );
        let name = path.display();
        let line = format!("info string ERROR: EvalFile \"{name}\": {why}: keeping \"classical\"");
        assert_eq!(said, [line.as_str(), "readyok"]);
    }
    let said = talk(
        "uci",
        &["setoption name EvalFile value /no/such/net", "isready"],
    );
    let begin = "info string ERROR: EvalFile \"/no/such/net\": cannot read it: ";
    assert!(said[0].starts_with(begin), "{said:?}");
    assert!(said[0].ends_with(": keeping \"default\""), "{said:?}");
    assert!(has(&said, "readyok"));
}
