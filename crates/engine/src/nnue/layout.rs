//! Feature layout of a variant's net, derived from its spec and its table of king buckets.

use std::fmt::Write;

use komadai_rules::{Hand, PieceKind, PieceKindSpec, Side, Square, Step, VariantId, VariantSpec};

use crate::fnv1a;
use crate::variants::{KingBuckets, data};

/// Output layers, selected by the number of pieces in hand.
pub const OUTPUT_BUCKETS: usize = 8;
/// Larger than any board.
const MAX_SQUARES: usize = 128;
/// Plane of the perspective's own king, which has no feature.
const NO_PLANE: u16 = u16::MAX;

/// One side's view of the board: rotated for the second side, mirrored if `mirrored`, with the
/// features of its king's bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Orientation {
    /// Bucket of the own king's square.
    pub bucket: u8,
    /// `true` if left and right are exchanged.
    pub mirrored: bool,
}

/// Features of one variant.
///
/// Each perspective has its own accumulator. A feature is a piece on a square (planes of own
/// pieces, then of enemy pieces; kinds in the order of the spec), or the n-th piece of a kind in
/// hand (own, then enemy). Promoted kinds that move alike share a plane. The own king has no
/// feature: its square selects the bucket. The index of a feature is `bucket × features + feature`.
///
/// ```
/// use komadai_engine::nnue::Layout;
/// use komadai_rules::VariantId;
/// let layout = Layout::of(VariantId::Minishogi);
/// // Seventeen planes of 25 squares, and ten pieces in each hand.
/// assert_eq!(layout.features(), 17 * 25 + 2 * 10);
/// assert_eq!(layout.rows(), layout.buckets() * layout.features());
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    variant: VariantId,
    features: usize,
    buckets: usize,
    /// Pieces in hand per output bucket.
    hand_step: u8,
    /// `true` if the variant is invariant under mirroring.
    symmetric: bool,
    /// `[kind]`: the kind that moves as its mirror image.
    mirror_images: [u8; PieceKind::MAX],
    /// `[mirrored][enemy][kind]`: first feature of the kind's plane.
    planes: [[[u16; PieceKind::MAX]; 2]; 2],
    /// `[mirrored][enemy][kind]`: feature of the first piece of the kind in hand.
    hands: [[[u16; Hand::KINDS]; 2]; 2],
    /// `[side][mirrored][square]`: the square seen from that side.
    seen: [[[u8; MAX_SQUARES]; 2]; 2],
    /// `[square seen from its side, mirrored or not]`
    king_buckets: [u8; MAX_SQUARES],
}

impl Layout {
    /// Features and king buckets of a variant.
    #[must_use]
    pub fn of(variant: VariantId) -> Layout {
        let spec = variant.spec();
        let (buckets, hand_step) = match data(variant) {
            Some(data) => (data.king_buckets, data.hand_step),
            None => (&KingBuckets::DEFAULT, 1),
        };
        let images = mirror_images(spec);
        let mut layout = Layout {
            variant,
            features: 0,
            buckets: buckets.count(),
            hand_step,
            symmetric: images.is_some(),
            mirror_images: images.unwrap_or(IDENTITY),
            planes: [[[NO_PLANE; PieceKind::MAX]; 2]; 2],
            hands: [[[0; Hand::KINDS]; 2]; 2],
            seen: [[[0; MAX_SQUARES]; 2]; 2],
            king_buckets: [0; MAX_SQUARES],
        };
        layout.set_squares(buckets);
        layout.set_features(spec);
        layout
    }

    fn set_squares(&mut self, buckets: &KingBuckets) {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        for square in (0..self.variant.squares() as u8).map(Square::new) {
            let (file, rank) = (square.file(self.variant), square.rank(self.variant));
            let mirror_image = (files - 1 - file) * ranks + rank;
            let turn = |seen: u8| self.variant.squares() as u8 - 1 - seen;
            let index = square.index();
            self.seen[0][0][index] = index as u8;
            self.seen[0][1][index] = mirror_image;
            self.seen[1][0][index] = turn(index as u8);
            self.seen[1][1][index] = turn(mirror_image);
            let from_edge = file.min(files - 1 - file);
            self.king_buckets[index] = buckets.bucket(from_edge, rank);
        }
    }

    fn set_features(&mut self, spec: &VariantSpec) {
        let mut next = 0;
        for enemy in [false, true] {
            for (kind, it) in spec.kinds.iter().enumerate() {
                let is_king = kind == spec.king.index();
                if is_king && !enemy {
                    continue;
                }
                let earlier = spec.kinds[..kind].iter().position(|other| {
                    it.promoted && other.promoted && same_steps(other.moves, it.moves, 1)
                });
                self.planes[0][usize::from(enemy)][kind] = match earlier {
                    Some(earlier) => self.planes[0][usize::from(enemy)][earlier],
                    None => {
                        next += self.variant.squares();
                        (next - self.variant.squares()) as u16
                    }
                };
            }
        }
        for enemy in 0..2 {
            for kind in 0..usize::from(spec.hand_kinds) {
                self.hands[0][enemy][kind] = next as u16;
                next += usize::from(spec.kinds[kind].set_size);
            }
        }
        self.features = next;
        let image = |kind: usize| usize::from(self.mirror_images[kind]);
        for enemy in 0..2 {
            let (planes, hands) = (self.planes[0][enemy], self.hands[0][enemy]);
            self.planes[1][enemy] = std::array::from_fn(|kind| planes[image(kind)]);
            self.hands[1][enemy] = std::array::from_fn(|kind| hands[image(kind) % Hand::KINDS]);
        }
    }

    /// Variant whose positions the features describe.
    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.variant
    }

    /// Number of features of a bucket.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    /// Number of king buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Number of features of all buckets: rows of the first layer's weights.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.buckets * self.features
    }

    /// The kind that moves as the mirror image of `kind`, mostly the kind itself.
    ///
    /// ```
    /// use komadai_engine::nnue::Layout;
    /// use komadai_rules::VariantId;
    /// let variant = VariantId::Torishogi;
    /// let [left, right] = ['L', 'R'].map(|quail| variant.spec().kind_by_letter(quail).unwrap());
    /// assert_eq!(Layout::of(variant).mirror_image(left), right);
    /// ```
    #[must_use]
    pub fn mirror_image(&self, kind: PieceKind) -> PieceKind {
        PieceKind::new(self.mirror_images[kind.index()])
    }

    /// Orientation of a side for given king squares. Mirrored if the own king is right of the
    /// middle, or on the middle file with the enemy king right of it. A missing king counts as one
    /// in the middle of the first bucket.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Side, Square};
    /// use komadai_engine::nnue::Layout;
    /// let layout = Layout::of(VariantId::Shogi);
    /// let seen = |king| layout.orientation(Side::First, Some(Square::new(king)), None);
    /// // Kings on 9i and 1i are each other's mirror images.
    /// assert_eq!(seen(0).bucket, seen(72).bucket);
    /// assert!(!seen(0).mirrored && seen(72).mirrored);
    /// ```
    #[must_use]
    #[inline]
    pub fn orientation(
        &self,
        perspective: Side,
        own_king: Option<Square>,
        enemy_king: Option<Square>,
    ) -> Orientation {
        let seen = &self.seen[perspective.index()][0];
        let middle_twice = self.variant.files() - 1;
        let file_twice = |king: Option<Square>| {
            king.map_or(middle_twice, |king| {
                2 * (seen[king.index()] / self.variant.ranks())
            })
        };
        let own = file_twice(own_king);
        let right =
            own > middle_twice || (own == middle_twice && file_twice(enemy_king) > middle_twice);
        Orientation {
            bucket: own_king.map_or(0, |king| self.king_buckets[usize::from(seen[king.index()])]),
            mirrored: right && self.symmetric,
        }
    }

    /// Feature, without its bucket, of a piece on a square; `None` for the perspective's own king.
    #[must_use]
    #[inline]
    pub fn piece_feature(
        &self,
        perspective: Side,
        orientation: Orientation,
        side: Side,
        kind: PieceKind,
        square: Square,
    ) -> Option<usize> {
        let mirrored = usize::from(orientation.mirrored);
        let plane = self.planes[mirrored][usize::from(side != perspective)][kind.index()];
        let seen = self.seen[perspective.index()][mirrored][square.index()];
        (plane != NO_PLANE).then(|| usize::from(plane) + usize::from(seen))
    }

    /// Feature, without its bucket, of the `nth` piece of a kind in hand, from 0.
    #[must_use]
    #[inline]
    pub fn hand_feature(
        &self,
        perspective: Side,
        orientation: Orientation,
        side: Side,
        kind: PieceKind,
        nth: u8,
    ) -> usize {
        let enemy = usize::from(side != perspective);
        usize::from(
            self.hands[usize::from(orientation.mirrored)][enemy][kind.index() % Hand::KINDS],
        ) + usize::from(nth)
    }

    /// Output bucket for a number of pieces in both hands.
    #[must_use]
    #[inline]
    pub fn output_bucket(&self, pieces_in_hand: u32) -> usize {
        (pieces_in_hand as usize / usize::from(self.hand_step)).min(OUTPUT_BUCKETS - 1)
    }

    /// Hash of the layout, which files store to detect another layout.
    #[must_use]
    pub fn hash(&self) -> u64 {
        fnv1a::hash(self.description().as_bytes())
    }

    /// Hashed text.
    fn description(&self) -> String {
        let mut text = format!(
            "{} {}x{} features {} hand step {} symmetric {}",
            self.variant.name(),
            self.variant.files(),
            self.variant.ranks(),
            self.features,
            self.hand_step,
            self.symmetric,
        );
        let squares = self.variant.squares();
        let spec = self.variant.spec();
        let mut table = |name: &str, values: &mut dyn Iterator<Item = u16>| {
            let _ = write!(text, "\n{name}");
            for value in values {
                let _ = write!(text, " {value}");
            }
        };
        for mirrored in 0..2 {
            for enemy in 0..2 {
                let planes = &self.planes[mirrored][enemy][..spec.kinds.len()];
                table("planes", &mut planes.iter().copied());
                let hands = &self.hands[mirrored][enemy][..usize::from(spec.hand_kinds)];
                table("hands", &mut hands.iter().copied());
            }
        }
        let buckets = self.king_buckets[..squares].iter();
        table("king buckets", &mut buckets.copied().map(u16::from));
        text
    }
}

const IDENTITY: [u8; PieceKind::MAX] = {
    let mut kinds = [0; PieceKind::MAX];
    let mut kind = 0;
    while kind < PieceKind::MAX {
        kinds[kind] = kind as u8;
        kind += 1;
    }
    kinds
};

/// `[kind]`: the kind that moves as its mirror image; `None` if some kind has none.
fn mirror_images(spec: &VariantSpec) -> Option<[u8; PieceKind::MAX]> {
    let mut images = IDENTITY;
    for (kind, it) in spec.kinds.iter().enumerate() {
        let is_image = |other: &PieceKindSpec| {
            other.promoted == it.promoted && same_steps(other.moves, it.moves, -1)
        };
        if !is_image(it) {
            images[kind] = spec.kinds.iter().position(is_image)? as u8;
        }
    }
    Some(images)
}

/// `true` if both kinds have the same steps after the second's are multiplied sideways by `sign`.
fn same_steps(one: &[Step], other: &[Step], sign: i8) -> bool {
    let has = |steps: &[Step], wanted: &Step, sign: i8| {
        let turned = Step {
            dx: sign * wanted.dx,
            ..*wanted
        };
        steps.contains(&turned)
    };
    one.len() == other.len()
        && other.iter().all(|step| has(one, step, sign))
        && one.iter().all(|step| has(other, step, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_symmetric_and_mirroring_a_kind_twice_is_the_identity() {
        for &variant in VariantId::REGISTERED {
            let images = mirror_images(variant.spec()).expect("symmetric");
            for (kind, &image) in images.iter().enumerate() {
                assert_eq!(usize::from(images[usize::from(image)]), kind, "{variant}");
            }
        }
    }

    #[test]
    fn left_and_right_quail_are_mirror_images_and_no_other_kinds() {
        for variant in VariantId::ALL {
            let images = mirror_images(variant.spec()).expect("symmetric");
            let exchanged: Vec<char> = (variant.spec().kinds.iter().enumerate())
                .filter(|&(kind, _)| usize::from(images[kind]) != kind)
                .map(|(_, it)| it.letter)
                .collect();
            let expected: &[char] = match variant {
                VariantId::Torishogi => &['L', 'R'],
                _ => &[],
            };
            assert_eq!(exchanged, expected, "{variant}");
        }
    }

    #[test]
    fn nets_have_the_documented_numbers_of_features() {
        let counts = |variant| {
            let layout = Layout::of(variant);
            (layout.features(), layout.buckets())
        };
        assert_eq!(counts(VariantId::Shogi), (21 * 81 + 2 * 38, 8));
        assert_eq!(counts(VariantId::Minishogi), (17 * 25 + 2 * 10, 15));
        assert_eq!(counts(VariantId::Torishogi), (17 * 49 + 2 * 30, 12));
        assert_eq!(counts(VariantId::Shogun), (21 * 64 + 2 * 30, 10));
    }

    #[test]
    fn a_net_with_256_accumulators_takes_no_more_than_8_mb() {
        for variant in VariantId::ALL {
            let bytes = Layout::of(variant).rows() * 256 * 2;
            assert!(bytes < 8_000_000, "{variant}: {bytes}");
        }
    }

    #[test]
    fn layouts_of_different_variants_have_different_hashes() {
        let mut hashes: Vec<u64> = (VariantId::REGISTERED.iter())
            .map(|&variant| Layout::of(variant).hash())
            .collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), VariantId::REGISTERED.len());
    }

    #[test]
    fn every_bucket_has_a_square() {
        for &variant in VariantId::REGISTERED {
            let layout = Layout::of(variant);
            let squares = &layout.king_buckets[..variant.squares()];
            for bucket in 0..layout.buckets() {
                assert!(squares.contains(&(bucket as u8)), "{variant}: {bucket}");
            }
            assert!(squares.iter().all(|&it| usize::from(it) < layout.buckets()));
        }
    }
}
