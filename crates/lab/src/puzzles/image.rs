//! Image of a position under a symmetry: checks that a verdict does not depend on keys or move order.

use komadai_rules::{AnyPosition, Move};

use super::brute::after;
use super::symmetry::{mirrored, reversed};

/// A position and its image: mirrored, or with colours reversed where castling rights prevent mirroring.
pub(crate) struct Image {
    original: AnyPosition,
    position: AnyPosition,
    symmetry: fn(&AnyPosition) -> Option<AnyPosition>,
}

impl Image {
    /// `None` only if the position has no image.
    pub(crate) fn of(original: &AnyPosition) -> Option<Image> {
        Image::by(original, mirrored).or_else(|| Image::by(original, reversed))
    }

    fn by(
        original: &AnyPosition,
        symmetry: fn(&AnyPosition) -> Option<AnyPosition>,
    ) -> Option<Image> {
        Some(Image {
            original: *original,
            position: symmetry(original)?,
            symmetry,
        })
    }

    pub(crate) fn position(&self) -> AnyPosition {
        self.position
    }

    /// The move of the original for a move of the image; `None` if it is not legal in the image.
    pub(crate) fn original(&self, mv: Move) -> Option<Move> {
        if !self.position.is_legal(mv) {
            return None;
        }
        let wanted = after(&self.position, mv).key();
        let leads_there = |&mv: &Move| {
            let image = (self.symmetry)(&after(&self.original, mv));
            image.is_some_and(|image| image.key() == wanted)
        };
        let moves = self.original.legal_moves();
        moves.iter().copied().find(leads_there)
    }

    /// The images of moves of the original, in the order of [`Move`].
    pub(crate) fn moves(&self, originals: &[Move]) -> Vec<Move> {
        let moves = self.position.legal_moves();
        let is_one = |&mv: &Move| {
            self.original(mv)
                .is_some_and(|original| originals.contains(&original))
        };
        let mut moves = moves.iter().copied().filter(is_one).collect::<Vec<_>>();
        moves.sort_unstable();
        moves
    }

    /// Both positions after a move of the image.
    pub(crate) fn after(&self, mv: Move) -> Option<Image> {
        let original = after(&self.original, self.original(mv)?);
        Image::by(&original, self.symmetry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::VariantId;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn moves_map_to_the_image_and_back() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        for variant in VariantId::ALL {
            let mut position = AnyPosition::start(variant);
            for _ in 0..60 {
                let moves = position.legal_moves().sorted();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.next_u64() as usize % moves.len()];
                let image = Image::of(&position).unwrap();
                assert_ne!(image.position().key(), position.key(), "{variant}");
                assert_eq!(image.moves(&moves).len(), moves.len(), "{variant}");
                let there = image.moves(&[mv]);
                assert_eq!(there.len(), 1, "{variant}");
                assert_eq!(image.original(there[0]), Some(mv), "{variant}");
                position.play_unchecked(mv);
                let next = image.after(there[0]).unwrap();
                assert_eq!(next.original.key(), position.key(), "{variant}");
            }
        }
    }
}
