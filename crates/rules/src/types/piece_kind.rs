//! Kinds of pieces.

/// What a piece is, as an index into [`VariantSpec::kinds`](crate::spec::variant_spec::VariantSpec::kinds).
///
/// The kinds that can be held in hand come first, from weak to strong, then the king, then the
/// promoted kinds.
///
/// ```
/// use komadai_rules::{VariantId, PieceKind};
/// let spec = VariantId::Torishogi.spec();
/// assert_eq!(spec.kind(PieceKind::PAWN).letter, 'S'); // the swallow
/// assert!(PieceKind::PAWN < spec.king);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceKind(u8);

impl PieceKind {
    /// At most this many kinds in a game.
    pub const MAX: usize = 16;

    /// The weakest kind of every game: the pawn, in Tori Shogi the swallow.
    pub const PAWN: PieceKind = PieceKind(0);

    /// The kind with this index. Values of 16 and more are taken modulo 16.
    ///
    /// ```
    /// use komadai_rules::PieceKind;
    /// assert_eq!(PieceKind::new(0), PieceKind::PAWN);
    /// assert_eq!(PieceKind::new(17), PieceKind::new(1));
    /// ```
    #[must_use]
    pub const fn new(index: u8) -> PieceKind {
        PieceKind(index & 15)
    }

    /// The index of this kind, below [`PieceKind::MAX`].
    ///
    /// ```
    /// use komadai_rules::VariantId;
    /// let gold = VariantId::Shogi.spec().kind_by_letter('G').unwrap();
    /// assert_eq!(gold.index(), 4);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}
