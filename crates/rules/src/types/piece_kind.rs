/// A kind of piece, as an index into
/// [`VariantSpec::kinds`](crate::spec::variant_spec::VariantSpec::kinds).
///
/// Kinds that can be held in hand come first, from weak to strong, then the king, then the promoted
/// kinds.
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
    /// Maximum number of kinds of a variant.
    pub const MAX: usize = 16;

    /// The weakest kind of every variant: the pawn, in Tori Shogi the swallow.
    pub const PAWN: PieceKind = PieceKind(0);

    /// The kind with this index, modulo 16.
    #[must_use]
    pub const fn new(index: u8) -> PieceKind {
        PieceKind(index & 15)
    }

    /// The index of this kind, below [`PieceKind::MAX`].
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}
