//! Lists that clients follow: the lobby, games being played.
//!
//! The copy of the server that holds the slot of a list's name is its `owner`. It alone reads the entries, while the
//! list has followers, numbers the versions and publishes the differences. Every copy with sockets in the list has a
//! `replica`, which asks the owner for all entries once and follows the differences.

mod live_games;
mod lobby;
mod owner;
mod replica;
#[cfg(test)]
mod tests;

use komadai_protocol::{List, ListKind};
use serde::{Deserialize, Serialize};

pub(super) use self::live_games::Listed;
use self::live_games::LiveGames;
use self::lobby::Unreadable;
pub(crate) use self::lobby::terms;
use self::owner::Owner;
pub(crate) use self::replica::Replica;
use self::replica::Shared;
use super::question::Answer;
use super::registry::GameRegistry;

/// Questions of other copies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum ListQuestion {
    Whole(ListKind),
    /// The list, unless it is of that version.
    After(ListKind, u64),
    /// The live games whose referees are on the asked copy, which need not be the owner of the list.
    LiveGamesHere,
}

struct Kept {
    kind: ListKind,
    owner: Owner,
    replica: Shared,
}

/// The lists, as owned and as followed by this copy.
pub(crate) struct Lists {
    kept: Vec<Kept>,
    unreadable: Unreadable,
    pub(super) live_games: LiveGames,
}

impl Default for Lists {
    fn default() -> Self {
        let kept = ListKind::ALL.iter().map(|&kind| Kept {
            kind,
            owner: Owner::default(),
            replica: Shared::default(),
        });
        Self {
            kept: kept.collect(),
            unreadable: Unreadable::default(),
            live_games: LiveGames::default(),
        }
    }
}

impl Lists {
    fn of(&self, kind: ListKind) -> &Kept {
        let mut kept = self.kept.iter();
        kept.find(|it| it.kind == kind)
            .expect("every kind of list is kept")
    }
}

impl GameRegistry {
    /// Answers another copy.
    pub(super) async fn answer_list(&self, question: ListQuestion) -> Answer {
        let (kind, after) = match question {
            ListQuestion::Whole(kind) => (kind, None),
            ListQuestion::After(kind, version) => (kind, Some(version)),
            ListQuestion::LiveGamesHere => return self.live_games_here(),
        };
        self.followed_elsewhere(kind);
        self.list_after(kind, after).await
    }

    /// Reads the entries of a list; `None` after a failure, which is logged. The version is the owner's to set.
    async fn entries(&self, kind: ListKind) -> Option<List> {
        match kind {
            ListKind::Lobby => self.challenges().await,
            ListKind::LiveGames => self.live_games().await,
        }
    }
}
