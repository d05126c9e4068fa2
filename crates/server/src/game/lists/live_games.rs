//! The list of games being played: parts of all copies of the server, each from its referees.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use komadai_protocol::limits::MAX_LISTED;
use komadai_protocol::{Entries, GameKey, List, ListEntry, LiveGame, PerSide, Snapshot};

use super::{GameRegistry, ListQuestion};
use crate::game::question::{Answer, Question};
use crate::server_id::ServerId;

/// Longest wait for the part of another copy, of which the last one is shown meanwhile.
const PART_WITHIN: Duration = Duration::from_millis(500);

/// The listed games with a referee on this copy.
#[derive(Default)]
pub(in crate::game) struct LiveGames(Arc<Mutex<Table>>);

#[derive(Default)]
struct Table {
    /// By number of their [`Listed`]; the players have no names.
    games: HashMap<u64, LiveGame>,
    last_number: u64,
    /// Last answers of the other copies.
    parts: HashMap<ServerId, Entries<LiveGame>>,
}

/// Listing of a game, until it is dropped.
pub(in crate::game) struct Listed {
    table: Arc<Mutex<Table>>,
    number: u64,
}

fn lock(table: &Mutex<Table>) -> MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Listed {
    pub(in crate::game) fn watched_by(&self, watchers: u32) {
        if let Some(game) = lock(&self.table).games.get_mut(&self.number) {
            game.watchers = watchers;
        }
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        lock(&self.table).games.remove(&self.number);
    }
}

impl LiveGames {
    /// Lists a game. `None` while a seat is free.
    pub(in crate::game) fn list(&self, game: Snapshot, watchers: u32) -> Option<Listed> {
        let players = PerSide {
            first: game.players.first?,
            second: game.players.second?,
        };
        let game = LiveGame {
            id: game.id,
            game: game.settings.game,
            players,
            clock: game.settings.clock,
            watchers,
            created_at_ms: game.created_at_ms,
        };
        let mut table = lock(&self.0);
        table.last_number += 1;
        let number = table.last_number;
        table.games.insert(number, game);
        Some(Listed {
            table: self.0.clone(),
            number,
        })
    }

    /// The first games of this copy, which suffice for the first of all copies, and the number of all.
    fn part(&self) -> Entries<LiveGame> {
        let table = lock(&self.0);
        let total = u32::try_from(table.games.len()).unwrap_or(u32::MAX);
        let mut games: Vec<&LiveGame> = table.games.values().collect();
        if games.len() > MAX_LISTED as usize {
            games.select_nth_unstable_by(MAX_LISTED as usize, |one, other| one.order(other));
            games.truncate(MAX_LISTED as usize);
        }
        Entries::new(0, games.into_iter().cloned().collect(), total)
    }

    /// Keeps what the other copies have answered. Returns the last answer of each.
    fn others(
        &self,
        answers: Vec<(ServerId, Option<Entries<LiveGame>>)>,
    ) -> Vec<Entries<LiveGame>> {
        let parts = &mut lock(&self.0).parts;
        parts.retain(|copy, _| answers.iter().any(|(other, _)| other == copy));
        for (copy, part) in answers {
            if let Some(part) = part {
                parts.insert(copy, part);
            }
        }
        parts.values().cloned().collect()
    }
}

impl GameRegistry {
    pub(super) fn live_games_here(&self) -> Answer {
        let part = self.lists.live_games.part();
        Answer::List(Some(Box::new(List::LiveGames(part))))
    }

    pub(super) async fn live_games(&self) -> Option<List> {
        let question = Question::List(ListQuestion::LiveGamesHere);
        let asked = self.membership.others().into_iter().map(async |copy| {
            let asked = self.question(copy, &question);
            let answer = tokio::time::timeout(PART_WITHIN, asked).await;
            let part = answer.ok().and_then(Result::ok).and_then(part_of);
            if part.is_none() {
                tracing::warn!(server = %copy, "live games: a copy does not answer");
            }
            (copy, part)
        });
        let mut parts = self.lists.live_games.others(join_all(asked).await);
        parts.push(self.lists.live_games.part());
        let mut list = merged(parts);
        let players = list.entries.iter_mut().map(|game| &mut game.players);
        let players = players.flat_map(|players| [&mut players.first, &mut players.second]);
        self.name(players).await;
        Some(List::LiveGames(list))
    }
}

fn part_of(answer: Answer) -> Option<Entries<LiveGame>> {
    match answer {
        Answer::List(Some(list)) => match *list {
            List::LiveGames(part) => Some(part),
            List::Lobby(_) => None,
        },
        _ => None,
    }
}

fn merged(parts: Vec<Entries<LiveGame>>) -> Entries<LiveGame> {
    let mut total = 0_u32;
    let mut games = BTreeMap::<GameKey, LiveGame>::new();
    for part in parts {
        total = total.saturating_add(part.total);
        for game in part.entries {
            // While a game moves from one copy to another, both have it.
            if games.insert(game.id.clone(), game).is_some() {
                total -= 1;
            }
        }
    }
    let mut list = Entries::new(0, games.into_values().collect(), total);
    list.entries.truncate(MAX_LISTED as usize);
    list
}

#[cfg(test)]
mod tests {
    use komadai_protocol::{ClockSettings, PlayerInfo};
    use komadai_rules::VariantId;

    use super::*;

    fn game(id: &str, created_at_ms: i64) -> LiveGame {
        LiveGame {
            id: id.into(),
            game: VariantId::Shogi,
            players: PerSide {
                first: PlayerInfo::guest("x8QmTz0RkWb5"),
                second: PlayerInfo::guest("y8QmTz0RkWb5"),
            },
            clock: ClockSettings::None,
            watchers: 0,
            created_at_ms,
        }
    }

    #[test]
    fn parts_merge_to_the_first_games_without_doubles() {
        let many = |name: &str, from: i64| -> Vec<LiveGame> {
            let games = (from..).step_by(2).take(MAX_LISTED as usize);
            games.map(|at| game(&format!("{name}{at}"), at)).collect()
        };
        let (mut one, other) = (many("one", 0), many("other", 1));
        one.push(other[0].clone());
        let parts = [one, other].map(|games| Entries::new(0, games, 1000));
        let list = merged(parts.into());
        assert_eq!(list.total, 1999);
        let last = 2 * i64::from(MAX_LISTED) - 1;
        let listed: Vec<_> = list.entries.iter().map(|it| it.created_at_ms).collect();
        let newest: Vec<_> = (i64::from(MAX_LISTED)..=last).rev().collect();
        assert_eq!(listed, newest);
    }
}
