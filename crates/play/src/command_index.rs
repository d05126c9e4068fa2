//! Index from commands to the events that they became.

use crate::PlayerId;
use crate::growth::reserve_slowly;

/// Event numbers by player and command id. Ids are concatenated and players stored once, so that a command takes a
/// dozen bytes beside its id. A sorted list: a `BTreeMap` would add 5 kB to the rules module, and a game has hundreds
/// of commands, not thousands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommandIndex {
    players: Vec<PlayerId>,
    names: String,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// Index into `players`.
    player: u16,
    /// Bytes, at most 64.
    length: u16,
    /// Offset in `names`.
    start: u32,
    seq: u32,
}

impl CommandIndex {
    /// Sets the event of a command, replacing an earlier one.
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
    fn commands_are_found_by_player_and_id() {
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
