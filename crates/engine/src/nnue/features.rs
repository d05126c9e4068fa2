//! Which features a position has.

use komadai_rules::{AnyPosition, Bitboard, Position, Side, Variant, match_any};

use super::layout::{Layout, Orientation};

impl Layout {
    /// How a side sees a position.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Minishogi, Position, Side};
    /// use komadai_engine::nnue::Layout;
    /// let layout = Layout::of(VariantId::Minishogi);
    /// let start = Position::<Minishogi>::start();
    /// let first = layout.orientation_in(&start, Side::First);
    /// // The start looks alike from both sides.
    /// assert_eq!(layout.orientation_in(&start, Side::Second), first);
    /// ```
    #[must_use]
    pub fn orientation_in<V: Variant>(
        &self,
        position: &Position<V>,
        perspective: Side,
    ) -> Orientation {
        let (own, enemy) = (position.king(perspective), position.king(!perspective));
        self.orientation(perspective, own, enemy)
    }

    /// Calls `sink` with the index of every feature that a position has from one side, without the
    /// bucket: below [`features`](Layout::features), each at most once.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Minishogi, Position, Side};
    /// use komadai_engine::nnue::Layout;
    /// let layout = Layout::of(VariantId::Minishogi);
    /// let mut features = Vec::new();
    /// let start = Position::<Minishogi>::start();
    /// let seen = layout.orientation_in(&start, Side::First);
    /// layout.features_in(&start, Side::First, seen, |feature| features.push(feature));
    /// // Twelve pieces, one's own king apart.
    /// assert_eq!(features.len(), 11);
    /// assert!(features.iter().all(|&feature| feature < layout.features()));
    /// ```
    pub fn features_in<V: Variant>(
        &self,
        position: &Position<V>,
        perspective: Side,
        orientation: Orientation,
        mut sink: impl FnMut(usize),
    ) {
        for side in Side::BOTH {
            for square in position.by_side(side).squares() {
                let Some(piece) = position.piece_at(square) else {
                    continue;
                };
                let feature =
                    self.piece_feature(perspective, orientation, side, piece.kind, square);
                if let Some(feature) = feature {
                    sink(feature);
                }
            }
            for (kind, count) in position.hand(side).iter() {
                for nth in 0..count {
                    sink(self.hand_feature(perspective, orientation, side, kind, nth));
                }
            }
        }
    }

    /// Calls `sink` with the index of every feature that a position has from one side:
    /// `bucket × features + feature`, below [`rows`](Layout::rows). Nothing if the position is of
    /// another game.
    ///
    /// ```
    /// use komadai_engine::nnue::Layout;
    /// use komadai_rules::{AnyPosition, VariantId, Side};
    /// let layout = Layout::of(VariantId::Shogi);
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let mut active = Vec::new();
    /// layout.active_features(&start, Side::First, &mut |feature| active.push(feature));
    /// // Forty pieces, one's own king apart.
    /// assert_eq!(active.len(), 39);
    /// ```
    pub fn active_features(
        &self,
        position: &AnyPosition,
        perspective: Side,
        sink: &mut dyn FnMut(usize),
    ) {
        if position.variant() != self.variant() {
            return;
        }
        match_any!(AnyPosition, position, position => {
            let orientation = self.orientation_in(position, perspective);
            let first = usize::from(orientation.bucket) * self.features();
            self.features_in(position, perspective, orientation, |feature| {
                sink(first + feature);
            });
        });
    }

    /// The output layer of a position.
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// use komadai_engine::nnue::Layout;
    /// let layout = Layout::of(VariantId::Shogi);
    /// // Nothing is in hand.
    /// assert_eq!(layout.output_bucket_of(&AnyPosition::start(VariantId::Shogi)), 0);
    /// ```
    #[must_use]
    pub fn output_bucket_of(&self, position: &AnyPosition) -> usize {
        self.output_bucket(
            Side::BOTH
                .map(|side| position.hand(side).total())
                .iter()
                .sum(),
        )
    }
}
