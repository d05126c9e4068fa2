//! JSON kifu format.

use komadai_notation::record::{Ending, Format, HeaderName, MoveTree, write_record};
use komadai_rules::{Reason, Side, VariantId};
use serde_json::Value;

use super::{errors, moves, read};

const GAME: &str = r#"{
  "header": {"先手": "na2hiro", "後手": "うひょ", "自由": "値"},
  "initial": {"preset": "HIRATE"},
  "moves": [
    {"comments": ["分岐の例"]},
    {"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "color": 0, "piece": "FU"},
     "time": {"now": {"m": 1, "s": 2}, "total": {"h": 0, "m": 1, "s": 2}}},
    {"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "color": 1, "piece": "FU"}, "comments": ["次の手で二種類", "&しおり"]},
    {"move": {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "color": 0, "piece": "KA", "capture": "KA", "promote": false},
     "forks": [[
       {"move": {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "color": 0, "piece": "KA", "capture": "KA", "promote": true}},
       {"move": {"from": {"x": 3, "y": 1}, "same": true, "color": 1, "piece": "GI", "capture": "UM"}}
     ]]},
    {"move": {"from": {"x": 3, "y": 1}, "to": {"x": 2, "y": 2}, "same": true, "color": 1, "piece": "GI", "capture": "KA"}},
    {"move": {"to": {"x": 4, "y": 5}, "color": 0, "piece": "KA"}},
    {"special": "CHUDAN"}
  ]
}"#;

#[test]
fn a_game_is_read_with_its_annotations() {
    let record = read(GAME, Format::Jkf);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b 3a2b B*4e");
    assert_eq!(
        record.headers.get(&HeaderName::FirstPlayer),
        Some("na2hiro")
    );
    assert_eq!(record.comment(), "分岐の例");
    let nodes: Vec<_> = record.tree.main_line().collect();
    assert_eq!(record.tree.node(nodes[0]).notes.spent, Some(62_000));
    assert_eq!(record.tree.node(nodes[1]).notes.bookmark, "しおり");
    let fork = record.tree.node(nodes[1]).children()[1];
    assert_eq!(
        record
            .tree
            .moves_to(record.tree.line_from(fork).last().expect("a move"))
            .len(),
        4
    );
}

#[test]
fn moves_in_book_notation_are_read() {
    let text = r#"{"header": {}, "moves": [{},
        {"move": {"to": {"x": 5, "y": 8}, "piece": "KI", "relative": "R"}},
        {"move": {"to": {"x": 3, "y": 4}, "piece": "FU"}}]}"#;
    assert_eq!(moves(&read(text, Format::Jkf)), "4i5h 3c3d");
}

#[test]
fn a_game_is_written_as_the_format_defines_it() {
    let text = write_record(&read(GAME, Format::Jkf), Format::Jkf).expect("it fits");
    assert_eq!(text.lines().count(), 1);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["initial"], serde_json::json!({"preset": "HIRATE"}));
    assert_eq!(value["moves"][3]["move"]["promote"], false);
    assert_eq!(value["moves"][3]["forks"][0][1]["move"]["same"], true);
    assert_eq!(value["moves"][6]["special"], "CHUDAN");
    assert_eq!(value["moves"][6].get("end"), None);
    assert_eq!(
        value["moves"][1]["time"]["now"],
        serde_json::json!({"m": 1, "s": 2})
    );
    assert_eq!(value.get("game"), None);
}

#[test]
fn the_other_variants_have_their_own_fields() {
    let mut record = read("startpos moves e2e4", Format::Usi);
    let last = record.tree.main_line().last().expect("a move");
    let ending = Ending::rules(Reason::PerpetualCheck, Some(Side::First));
    record.tree.add_end(last, ending.clone()).expect("not deep");
    let text = write_record(&record, Format::Jkf).expect("it fits");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["game"], "shogun");
    assert_eq!(value["moves"][1]["move"]["piece"], "P");
    let back = read(&text, Format::Jkf);
    assert_eq!(
        (back.variant(), back.ending()),
        (VariantId::Shogun, Some(&ending))
    );
    assert_eq!(back.tree.node(MoveTree::ROOT).children().len(), 1);
}

#[test]
fn errors_have_a_place_and_the_offending_text() {
    let step = |step: &str| format!("{{\"header\":{{}},\n\"moves\":[{{}},\n  {step}]}}");
    for (text, message) in [
        ("{\"header\":".into(), "1:10: bad JSON"),
        ("[1]".into(), "1:2: bad JSON"),
        (
            step(r#"{"move":{"to":{"x":7,"y":6},"piece":"XX"}}"#),
            "3:3: not a move",
        ),
        (
            step(r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":5},"piece":"FU"}}"#),
            "3:3: illegal move \"7g7e\": ",
        ),
        (
            step(r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"KI"}}"#),
            "3:3: no piece can make the move \"KI\", expected the piece that is there, FU",
        ),
        (step(r#"{"move":1}"#), "3:11: bad JSON"),
        (
            "{\"header\":{},\"initial\":{\"preset\":\"XX\"},\"moves\":[]}".into(),
            "1:1: bad start position, expected a preset",
        ),
        (
            "{\"header\":{},\"game\":\"go\",\"moves\":[]}".into(),
            "1:1: unknown game, expected shogi,",
        ),
    ] {
        let (_, messages) = errors(&text, Format::Jkf);
        assert!(messages[0].starts_with(message), "{text}\n{messages:?}");
    }
}
