//! Which event each command of a player became.

use crate::PlayerId;
use crate::state::reserve_slowly;

/// Commands by player and name, for as long as the game is in memory: names stand one after the other, players
/// once, so that a command takes a dozen bytes beside its name. In a sorted list: a tree map of its own would take
/// 5 kB of the rules module, and a game has hundreds of commands, not thousands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommandIndex {
    players: Vec<PlayerId>,
    names: String,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The index of the player.
    player: u16,
    /// Bytes of the name, of which there are at most 64.
    length: u16,
    /// Where in `names` it begins.
    start: u32,
    /// The number of the event.
    seq: u32,
}

impl CommandIndex {
    /// Notes the event of a command; the last one noted counts.
    pub(crate) fn insert(&mut self, player: &PlayerId, command: &str, seq: u32) {
        let index = self.player(player).unwrap_or_else(|| {
            self.players.push(player.clone());
            self.players.len() - 1
        });
        match self.find(index, command) {
            Ok(at) => self.entries[at].seq = seq,
            Err(at) => {
                let entry = Entry {
                    player: index as u16,
                    length: command.len() as u16,
                    start: self.names.len() as u32,
                    seq,
                };
                reserve_slowly(&mut self.entries);
                self.entries.insert(at, entry);
                self.names.reserve_exact(command.len());
                self.names.push_str(command);
            }
        }
    }

    /// The event that a command became, if it was carried out.
    pub(crate) fn event(&self, player: &PlayerId, command: &str) -> Option<u32> {
        let at = self.find(self.player(player)?, command).ok()?;
        Some(self.entries[at].seq)
    }

    fn player(&self, player: &PlayerId) -> Option<usize> {
        self.players.iter().position(|known| known == player)
    }

    fn find(&self, player: usize, command: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|entry| {
            let start = entry.start as usize;
            let name = self.names.get(start..start + usize::from(entry.length));
            (usize::from(entry.player).cmp(&player)).then_with(|| name.cmp(&Some(command)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_found_by_its_player_and_name_whatever_the_order() {
        let [ann, ben] = ["ann", "ben"].map(PlayerId::from);
        let mut index = CommandIndex::default();
        for (seq, (player, command)) in [(&ben, "m"), (&ann, "z"), (&ben, "a"), (&ann, "m")]
            .into_iter()
            .enumerate()
        {
            index.insert(player, command, seq as u32);
        }
        assert_eq!(index.event(&ben, "m"), Some(0));
        assert_eq!(index.event(&ann, "z"), Some(1));
        assert_eq!(index.event(&ben, "a"), Some(2));
        assert_eq!(index.event(&ann, "m"), Some(3));
        assert_eq!(index.event(&ann, "a"), None);
        index.insert(&ann, "m", 9);
        assert_eq!(index.event(&ann, "m"), Some(9));
    }
}
