//! Mate problems made from positions of games, and their reduction.

use komadai_rules::{
    AnyPosition, CastlingRights, Hand, PieceKind, SetupRules, Side, Square, TextStyle, VariantId,
};

use super::symmetry::reversed;

/// `true` for variants whose mate problems are tsume: the first side attacks and has no king, and the
/// defender holds all remaining pieces of the set.
pub(crate) fn is_tsume(variant: VariantId) -> bool {
    variant.spec().text_style == TextStyle::Shogi
}

/// The position as a mate problem for the side to move. `None` if it is in check: the attacker must be
/// free to attack.
pub(crate) fn as_problem(position: &AnyPosition) -> Option<AnyPosition> {
    if position.in_check() {
        return None;
    }
    let variant = position.variant();
    if !is_tsume(variant) {
        let mut setup = position.to_setup();
        setup.castling = CastlingRights::NONE;
        setup.en_passant = None;
        (setup.halfmove_clock, setup.move_number) = (0, 1);
        return AnyPosition::from_setup(&setup, SetupRules::Play).ok();
    }
    let position = match position.side_to_move() {
        Side::First => *position,
        Side::Second => reversed(position)?,
    };
    let mut setup = position.to_setup();
    setup.move_number = 1;
    if let Some(king) = position.king(Side::First) {
        setup.board[king.index()] = None;
    }
    setup.hands[Side::Second.index()] = rest_of_the_set(&position);
    AnyPosition::from_setup(&setup, SetupRules::Mate).ok()
}

/// Pieces of the set that are neither on the board nor in the first side's hand.
pub(crate) fn rest_of_the_set(position: &AnyPosition) -> [u8; PieceKind::MAX] {
    let spec = position.variant().spec();
    let setup = position.to_setup();
    let mut rest = [0; PieceKind::MAX];
    for (index, kind) in spec.kinds.iter().enumerate().take(Hand::KINDS) {
        if index < usize::from(spec.hand_kinds) {
            rest[index] = kind.set_size;
        }
    }
    let on_board =
        (setup.board.iter().flatten()).filter_map(|piece| spec.kind(piece.kind).hand_kind);
    for kind in on_board {
        rest[kind.index()] = rest[kind.index()].saturating_sub(1);
    }
    for (rest, held) in rest.iter_mut().zip(setup.hands[Side::First.index()]) {
        *rest = rest.saturating_sub(held);
    }
    rest
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Board(Square),
    Hand(Side, PieceKind),
}

/// Candidates for removal: all pieces but kings and the hand that the defender holds by convention, those
/// far from the defender's king first.
pub(crate) fn parts(position: &AnyPosition) -> Vec<Part> {
    let variant = position.variant();
    let spec = variant.spec();
    let attacker = position.side_to_move();
    let king = position.king(!attacker);
    let distance = |square: Square| king.map_or(0, |king| square.distance(king, variant));
    let mut squares: Vec<Square> = (0..variant.squares() as u8)
        .map(Square::new)
        .filter(|&square| {
            position
                .piece_at(square)
                .is_some_and(|it| it.kind != spec.king)
        })
        .collect();
    squares.sort_by_key(|&square| std::cmp::Reverse(distance(square)));
    let mut parts: Vec<Part> = squares.into_iter().map(Part::Board).collect();
    let holders = if is_tsume(variant) {
        &[attacker][..]
    } else {
        &[attacker, !attacker][..]
    };
    for &side in holders {
        let kinds = position.hand(side).iter();
        parts.extend(kinds.map(|(kind, _)| Part::Hand(side, kind)));
    }
    parts
}

/// The problem without a piece; in a tsume it goes to the defender's hand. `None` if that is no valid
/// position.
pub(crate) fn without(position: &AnyPosition, part: Part) -> Option<AnyPosition> {
    let variant = position.variant();
    let mut setup = position.to_setup();
    let kind = match part {
        Part::Board(square) => {
            let piece = setup.board[square.index()].take()?;
            variant.spec().kind(piece.kind).hand_kind?
        }
        Part::Hand(side, kind) => {
            let count = &mut setup.hands[side.index()][kind.index()];
            *count = count.checked_sub(1)?;
            kind
        }
    };
    if is_tsume(variant) {
        setup.hands[(!setup.side).index()][kind.index()] += 1;
    }
    let rules = match is_tsume(variant) {
        true => SetupRules::Mate,
        false => SetupRules::Play,
    };
    AnyPosition::from_setup(&setup, rules).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::AnyPosition;

    fn read(variant: VariantId, text: &str) -> AnyPosition {
        AnyPosition::parse(variant, text, SetupRules::Mate).unwrap()
    }

    #[test]
    fn in_a_tsume_the_attacker_has_no_king_and_the_defender_holds_the_rest() {
        let position = read(VariantId::Minishogi, "k4/5/5/4p/K3G w Rb2s 12");
        let problem = as_problem(&position).unwrap();
        assert_eq!(problem.to_string(), "g3k/P4/5/5/5 b B2S2rbgp 1");
    }

    #[test]
    fn taking_a_piece_away_gives_it_to_the_defender_of_a_tsume() {
        let position = read(VariantId::Minishogi, "4k/5/4P/5/5 b Grbsgbrs 1");
        let squares = parts(&position);
        assert_eq!(squares.len(), 2);
        let fewer = without(&position, squares[0]).unwrap();
        assert_eq!(fewer.to_string(), "4k/5/5/5/5 b G2r2bg2sp 1");
        let fewer = without(&position, squares[1]).unwrap();
        assert_eq!(fewer.to_string(), "4k/5/4P/5/5 b 2r2b2g2s 1");
    }

    #[test]
    fn in_shogun_chess_a_removed_piece_goes_to_no_hand() {
        let position = read(VariantId::Shogun, "4k3/8/8/8/8/8/4P3/4K3[Nn] w - - 0 1");
        let count = parts(&position).len();
        assert_eq!(count, 3);
        for part in parts(&position) {
            let fewer = without(&position, part).unwrap();
            assert_eq!(parts(&fewer).len(), 2);
        }
    }
}
