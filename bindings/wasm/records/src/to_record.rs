//! Conversion of JavaScript's recorded games; the rules check every move.

use komadai_notation::record::{
    Annotations, EndReason, Ending, Eval, GameRecord, HeaderName, MoveTree, NodeId, Shape,
    ShapeColor, ShapeOrigin,
};
use komadai_rules::{AnyPosition, PieceKind, PlayError, RuleSet, SetupRules, VariantId};
use komadai_wasm_shared::{Error, read_game, read_move, read_position, read_side, read_square};

use crate::record::{RecordNode, RecordShape, RecordedGame};

impl RecordedGame {
    /// # Errors
    /// A part can't be read, or a move is illegal; the error has the node.
    pub(crate) fn to_record(&self) -> Result<GameRecord, Error> {
        let variant = read_game(&self.game)?;
        let start = read_position(variant, &self.start).or_else(|error| {
            // A mate problem may lack a king.
            AnyPosition::parse(variant, &self.start, SetupRules::Mate).map_err(|_| error)
        })?;
        let mut record = GameRecord::new(start);
        for (name, value) in &self.headers {
            record.headers.set(HeaderName::from_tag(name), value);
        }
        if let Some(options) = &self.rules {
            let mut rules = RuleSet::default_for(variant);
            for (key, value) in options {
                rules.set(variant, key, value)?;
            }
            record.rules = Some(rules);
        }
        let mut played: Vec<(NodeId, AnyPosition)> = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let added =
                add(&mut record, &played, node).map_err(|error| error.after_moves(index))?;
            *record.tree.notes_mut(added.0) = notes(variant, node)?;
            played.push(added);
        }
        Ok(record)
    }
}

fn bad(message: &str) -> Error {
    Error::new("bad-record", message)
}

fn add(
    record: &mut GameRecord,
    played: &[(NodeId, AnyPosition)],
    node: &RecordNode,
) -> Result<(NodeId, AnyPosition), Error> {
    if played.is_empty() {
        return match (node.parent, &node.mv, &node.end) {
            (-1, None, None) => Ok((MoveTree::ROOT, record.start)),
            _ => Err(bad(
                "the first node is the start: its parent is -1, and it has no move",
            )),
        };
    }
    let parent = usize::try_from(node.parent).ok();
    let Some(&(parent, position)) = parent.and_then(|parent| played.get(parent)) else {
        return Err(bad("the parent of a node is the index of one before it"));
    };
    if record.tree.node(parent).ending().is_some() {
        return Err(bad("nothing follows an end of the game"));
    }
    let added = match (&node.mv, &node.end) {
        (Some(text), None) => {
            let variant = record.variant();
            let mv = read_move(variant, text)?;
            if let Some(refusal) = position.why_illegal(mv) {
                let error = Error::of_play(variant, PlayError::Illegal(refusal));
                return Err(error.about(text));
            }
            let mut after = position;
            after.play_unchecked(mv);
            record.tree.add_move(parent, mv).map(|id| (id, after))
        }
        (None, Some(end)) => {
            let reason = match (end.reason.as_str(), &end.text) {
                ("other", text) => EndReason::Other(text.clone().unwrap_or_default()),
                (reason, _) => EndReason::from_name(reason),
            };
            let winner = end.winner.as_deref().map(read_side).transpose()?;
            let ending = Ending { reason, winner };
            record.tree.add_end(parent, ending).map(|id| (id, position))
        }
        _ => return Err(bad("a node has either a move or an end")),
    };
    added.map_err(|error| Error::new("too-deep", error.to_string()))
}

fn notes(variant: VariantId, node: &RecordNode) -> Result<Annotations, Error> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default().replace('\r', "");
    let shapes = node.shapes.iter().flatten();
    let shapes = shapes.filter_map(|shape| drawn(variant, shape).transpose());
    Ok(Annotations {
        comment: text(&node.comment),
        comment_before: text(&node.comment_before),
        nags: node.nags.clone().unwrap_or_default(),
        bookmark: text(&node.bookmark).replace('\n', " "),
        spent: node.spent_ms,
        clock: node.clock_ms,
        eval: node.eval.and_then(|eval| match (eval.cp, eval.mate) {
            (_, Some(mate)) => Some(Eval::Mate(mate)),
            (cp, None) => cp.map(Eval::Centipawns),
        }),
        shapes: shapes.collect::<Result<_, _>>()?,
    })
}

/// `None` for a shape with an unknown square or piece: a bad drawing must not prevent saving a
/// game.
fn drawn(variant: VariantId, shape: &RecordShape) -> Result<Option<Shape>, Error> {
    let color = ShapeColor::ALL
        .into_iter()
        .find(|color| color.name() == shape.color)
        .ok_or_else(|| bad("a color is green, red, blue or yellow").about(&shape.color))?;
    let from = match shape.from.strip_suffix('*') {
        Some(piece) => in_hand(variant, piece).map(ShapeOrigin::Hand),
        None => read_square(variant, &shape.from)
            .ok()
            .map(ShapeOrigin::Square),
    };
    let to = read_square(variant, &shape.to).ok();
    Ok(from.zip(to).map(|(from, to)| Shape { from, to, color }))
}

/// The letter is lower case for the hand of the side that is not to move.
fn in_hand(variant: VariantId, letter: &str) -> Option<PieceKind> {
    let mut letters = letter.chars();
    let kind = variant
        .spec()
        .kind_by_letter(letters.next()?.to_ascii_uppercase())?;
    let valid = letters.next().is_none() && variant.spec().hand_order.contains(&kind);
    valid.then_some(kind)
}
