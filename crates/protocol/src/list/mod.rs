//! Lists that clients follow, and their entries.

mod live_game;
mod lobby;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use self::live_game::LiveGame;
pub use self::lobby::{Challenge, ChallengeTerms};
use crate::GameKey;

/// Entry of a list that changes while clients follow it.
pub trait ListEntry: Clone + PartialEq {
    fn id(&self) -> &GameKey;

    /// Order of the list.
    fn order(&self, other: &Self) -> Ordering;
}

/// A list at a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Entries<E> {
    pub version: u64,
    /// At most [`MAX_LISTED`](crate::limits::MAX_LISTED).
    pub entries: Vec<E>,
    /// Number of entries, listed or not.
    pub total: u32,
}

/// Difference of a list from the version before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Changes<E> {
    /// Version with these changes, one more than before. After any other version clients subscribe again.
    pub version: u64,
    /// Entries that are new or have changed.
    pub changed: Vec<E>,
    /// Entries that have left.
    pub gone: Vec<GameKey>,
    pub total: u32,
}

impl<E: ListEntry> Entries<E> {
    /// Sorts the entries.
    #[must_use]
    pub fn new(version: u64, mut entries: Vec<E>, total: u32) -> Self {
        entries.sort_by(E::order);
        Self {
            version,
            entries,
            total,
        }
    }

    /// Takes over another list, under the next version. Returns the difference, if there is any.
    fn replace(&mut self, new: Self) -> Option<Changes<E>> {
        let before: BTreeMap<_, _> = self.entries.iter().map(|it| (it.id(), it)).collect();
        let ids: BTreeSet<_> = new.entries.iter().map(E::id).collect();
        let changed = new.entries.iter();
        let changed = changed.filter(|it| before.get(it.id()) != Some(it));
        let gone = before.keys().filter(|id| !ids.contains(*id));
        let changes = Changes {
            version: self.version + 1,
            changed: changed.cloned().collect(),
            gone: gone.map(|id| (*id).clone()).collect(),
            total: new.total,
        };
        if changes.changed.is_empty() && changes.gone.is_empty() && new.total == self.total {
            return None;
        }
        *self = Self {
            version: changes.version,
            ..new
        };
        Some(changes)
    }

    /// Returns `false` if the changes follow another version.
    fn apply(&mut self, changes: Changes<E>) -> bool {
        if changes.version != self.version + 1 {
            return false;
        }
        let mut left: BTreeSet<GameKey> = changes.gone.into_iter().collect();
        left.extend(changes.changed.iter().map(|it| it.id().clone()));
        let entries = std::mem::take(&mut self.entries).into_iter();
        let kept = entries.filter(|it| !left.contains(it.id()));
        let entries = kept.chain(changes.changed).collect();
        *self = Self::new(changes.version, entries, changes.total);
        true
    }
}

/// Defines [`ListKind`], [`List`] and [`ListChange`] from the kinds of lists and their entries.
macro_rules! lists {
    ($($(#[$doc:meta])* $kind:ident: $entry:ty = $name:literal;)*) => {
        /// A list that clients follow, by the name of its topic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
        pub enum ListKind {
            $($(#[$doc])* #[serde(rename = $name)] $kind,)*
        }

        impl ListKind {
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }

        /// A whole list: on subscription, and for a client that has missed changes.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
        #[serde(tag = "topic")]
        pub enum List {
            $(#[serde(rename = $name)] $kind(Entries<$entry>),)*
        }

        /// A change of a list.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
        #[serde(tag = "topic")]
        pub enum ListChange {
            $(#[serde(rename = $name)] $kind(Changes<$entry>),)*
        }

        impl List {
            #[must_use]
            pub const fn version(&self) -> u64 {
                match self {
                    $(Self::$kind(list) => list.version,)*
                }
            }

            /// The same entries under another version.
            #[must_use]
            pub fn at(mut self, version: u64) -> Self {
                match &mut self {
                    $(Self::$kind(list) => list.version = version,)*
                }
                self
            }

            /// Takes over another list of the kind, under the next version. Returns the difference, if there is any.
            pub fn replace(&mut self, new: Self) -> Option<ListChange> {
                match (self, new) {
                    $((Self::$kind(list), Self::$kind(new)) => list.replace(new).map(ListChange::$kind),)*
                    _ => None,
                }
            }

            /// Returns `false` if the change is of another list or follows another version.
            pub fn apply(&mut self, change: ListChange) -> bool {
                match (self, change) {
                    $((Self::$kind(list), ListChange::$kind(changes)) => list.apply(changes),)*
                    _ => false,
                }
            }
        }
    };
}

lists! {
    /// Open challenges.
    Lobby: Challenge = "lobby";
    /// Games being played.
    LiveGames: LiveGame = "live-games";
}
