//! Pictures of positions for link previews, with bounded concurrency and a cache.

mod art;
mod board;
mod cache;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use komadai_protocol::ErrorCode;
use komadai_rules::{Setup, Side};
use tokio::sync::Semaphore;

pub(crate) use board::{HEIGHT, WIDTH};
pub(crate) use cache::Cache;

const AT_ONCE: usize = 2;
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of cached pictures: about three hundred.
const KEPT: usize = 16 << 20;

pub(crate) enum Subject {
    Home,
    /// A position, and the side at the bottom.
    Position(Box<Setup>, Side),
}

pub(crate) struct Pictures {
    kept: Mutex<Cache>,
    turns: Semaphore,
}

impl Pictures {
    pub(crate) fn new() -> Self {
        Self {
            kept: Mutex::new(Cache::new(KEPT)),
            turns: Semaphore::new(AT_ONCE),
        }
    }

    /// The picture as PNG; an error if too many renderings are waiting.
    pub(crate) async fn of(&self, subject: Subject) -> Result<Bytes, ErrorCode> {
        let key = match &subject {
            Subject::Home => String::new(),
            Subject::Position(setup, bottom) => {
                format!("{} {bottom:?} {}", setup.variant, setup)
            }
        };
        if let Some(known) = self.kept().get(&key) {
            return Ok(known);
        }
        let turn = tokio::time::timeout(PATIENCE, self.turns.acquire()).await;
        let Ok(Ok(_turn)) = turn else {
            return Err(ErrorCode::TooManyRequests);
        };
        // Another request may have rendered it meanwhile.
        if let Some(known) = self.kept().get(&key) {
            return Ok(known);
        }
        let drawn = tokio::task::spawn_blocking(move || match subject {
            Subject::Home => board::home(),
            Subject::Position(setup, bottom) => board::position(&setup, bottom),
        });
        let png = Bytes::from(drawn.await.ok().flatten().ok_or(ErrorCode::Internal)?);
        self.kept().put(key, png.clone());
        Ok(png)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::VariantId;
    use resvg::tiny_skia::Pixmap;

    use super::*;

    fn picture(setup: Setup) -> Subject {
        Subject::Position(Box::new(setup), Side::First)
    }

    #[tokio::test]
    async fn a_picture_has_the_size_that_is_promised_and_shows_the_position() {
        let pictures = Pictures::new();
        let empty = pictures.of(picture(Setup::empty(VariantId::Shogi))).await;
        for game in [
            VariantId::Shogi,
            VariantId::Minishogi,
            VariantId::Torishogi,
            VariantId::Shogun,
        ] {
            let png = pictures.of(picture(Setup::start(game))).await.expect("PNG");
            let shown = Pixmap::decode_png(&png).expect("a picture");
            assert_eq!((shown.width(), shown.height()), (WIDTH, HEIGHT), "{game}");
            assert_ne!(Ok(&png), empty.as_ref(), "{game}");
        }
        let home = pictures.of(Subject::Home).await.expect("PNG");
        assert!(Pixmap::decode_png(&home).is_ok());
    }

    #[tokio::test]
    async fn pieces_in_hand_are_drawn() {
        let pictures = Pictures::new();
        let start = Setup::start(VariantId::Shogi);
        let mut held = start.clone();
        held.hands[1][0] = 18;
        let [without, with] = [
            pictures.of(picture(start)).await.expect("PNG"),
            pictures.of(picture(held)).await.expect("PNG"),
        ];
        assert_ne!(without, with);
    }

    /// In the Shogi family a rotated view equals the position with colours swapped.
    #[tokio::test]
    async fn a_position_is_drawn_from_the_side_that_is_asked_for() {
        let pictures = Pictures::new();
        let read = |text| {
            let rules = komadai_rules::SetupRules::Mate;
            let read = komadai_rules::AnyPosition::parse(VariantId::Shogi, text, rules);
            Box::new(read.expect("a position").to_setup())
        };
        let own = read("4k4/9/4G4/9/9/9/9/7P1/9 b S2r 1");
        let turned = read("9/1p7/9/9/9/9/4g4/9/4K4 w 2Rs 1");
        let one = Subject::Position(own.clone(), Side::First);
        let other = Subject::Position(turned, Side::Second);
        let [one, other] = [pictures.of(one).await, pictures.of(other).await];
        assert_eq!(one.expect("PNG"), other.expect("PNG"));
        let [below, above] =
            [Side::First, Side::Second].map(|side| Subject::Position(own.clone(), side));
        assert_ne!(pictures.of(below).await, pictures.of(above).await);
    }

    #[tokio::test]
    async fn the_same_position_is_drawn_once() {
        let pictures = Pictures::new();
        let first = pictures
            .of(picture(Setup::start(VariantId::Minishogi)))
            .await;
        // With the semaphore closed, only the cache can answer.
        pictures.turns.close();
        let again = pictures
            .of(picture(Setup::start(VariantId::Minishogi)))
            .await;
        assert_eq!(first, again);
        let other = pictures.of(picture(Setup::start(VariantId::Shogi))).await;
        assert_eq!(other, Err(ErrorCode::TooManyRequests));
    }
}
