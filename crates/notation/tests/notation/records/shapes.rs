//! Arrows and circles in comments.

use komadai_notation::record::{
    Format, GameRecord, MoveTree, ReadOptions, Shape, ShapeColor, ShapeOrigin, read_record,
    write_record,
};
use komadai_rules::{AnyPosition, Move, Square, VariantId};

fn shape(variant: VariantId, from: &str, to: &str, color: ShapeColor) -> Shape {
    let square = |text: &str| Square::parse(variant, text).expect("a square");
    Shape {
        from: match from.strip_suffix('*') {
            Some(piece) => ShapeOrigin::Hand(
                variant
                    .spec()
                    .kind_by_letter(piece.chars().next().expect("a letter"))
                    .expect("a piece"),
            ),
            None => ShapeOrigin::Square(square(from)),
        },
        to: square(to),
        color,
    }
}

/// A record with one move and shapes on it.
fn drawn(variant: VariantId, mv: &str, shapes: Vec<Shape>, comment: &str) -> GameRecord {
    let mv = Move::parse(variant, mv).expect("a move");
    let mut record = GameRecord::of_moves(AnyPosition::start(variant), &[mv]);
    let node = record.tree.main_line().next().expect("a move");
    let notes = record.tree.notes_mut(node);
    notes.shapes = shapes;
    notes.comment = comment.into();
    record
}

#[test]
fn shapes_are_written_as_lichess_writes_them() {
    use ShapeColor::{Blue, Green, Red};
    let variant = VariantId::Shogun;
    let shapes = vec![
        shape(variant, "d5", "d5", Red),
        shape(variant, "e2", "e4", Green),
        shape(variant, "N*", "f3", Blue),
    ];
    let record = drawn(variant, "e2e4", shapes, "good");
    let text = write_record(&record, Format::Pgn).expect("it fits");
    assert!(
        text.contains("{[%csl Rd5] [%cal Ge2e4,BN*f3] good}"),
        "{text}"
    );
    let variant = VariantId::Shogi;
    let record = drawn(variant, "7g7f", vec![shape(variant, "7g", "7f", Green)], "");
    for (format, line) in [
        (Format::Kif, "\n*[%cal G7g7f]\n"),
        (Format::Csa, "\n'*[%cal G7g7f]\n"),
        (Format::Jkf, "\"comments\":[\"[%cal G7g7f]\"]"),
    ] {
        let text = write_record(&record, format).expect("it fits");
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn shapes_are_read_wherever_they_stand_in_a_comment() {
    let read = |comment: &str| {
        let pgn = format!("[Variant \"Shogun\"]\n\n1. e4 {{{comment}}} *\n");
        let reading = read_record(&pgn, Format::Pgn, &ReadOptions::default());
        assert_eq!(reading.errors, [], "{pgn}");
        let node = reading.record.tree.main_line().next().expect("a move");
        let notes = reading.record.tree.node(node).notes.clone();
        (notes.comment, notes.shapes.len())
    };
    let is = |comment: &str, shapes| (String::from(comment), shapes);
    assert_eq!(read("[%csl Gd4,Re5]"), is("", 2));
    assert_eq!(
        read("before [%cal Yd2d4] after [%csl Bd4] end"),
        is("before after end", 2)
    );
    assert_eq!(
        read("[%clk 0:01:00] [%csl Gd4] and\n[%cal Gd2d4]\nmore"),
        is("and\nmore", 2)
    );
    // Commands with an unknown square or color stay in the comment.
    for invalid in [
        "[%csl Gz9]",
        "[%csl Pd4]",
        "[%cal G]",
        "[%cal GK*d4]",
        "[%csl Gd4",
        "[%cfoo Gd4]",
    ] {
        assert_eq!(read(invalid), is(invalid, 0));
    }
}

#[test]
fn nodes_come_parents_first() {
    let variant = VariantId::Shogi;
    let mv = |text| Move::parse(variant, text).expect("a move");
    let mut tree = MoveTree::new();
    let first = tree.add_move(MoveTree::ROOT, mv("7g7f")).expect("not deep");
    tree.add_move(first, mv("3c3d")).expect("not deep");
    tree.add_move(MoveTree::ROOT, mv("2g2f")).expect("not deep");
    let parents: Vec<Option<usize>> = tree
        .nodes()
        .map(|(_, node)| node.parent().map(|parent| parent.index()))
        .collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
}
