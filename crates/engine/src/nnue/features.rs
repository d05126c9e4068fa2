use komadai_rules::{AnyPosition, Bitboard, Position, Side, Variant, match_any};

use super::layout::{Layout, Orientation};

impl Layout {
    /// Orientation of a position from one side.
    #[must_use]
    pub fn orientation_in<V: Variant>(
        &self,
        position: &Position<V>,
        perspective: Side,
    ) -> Orientation {
        let (own, enemy) = (position.king(perspective), position.king(!perspective));
        self.orientation(perspective, own, enemy)
    }

    /// Calls `sink` with the index of every feature active from one side, without the bucket: below
    /// [`features`](Layout::features), each at most once.
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

    /// Calls `sink` with the index of every feature active from one side: `bucket × features +
    /// feature`, below [`rows`](Layout::rows). Nothing if the position belongs to another variant.
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

    /// Output bucket of a position.
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
