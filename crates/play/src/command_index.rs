//! Which event each command of a player became.

use crate::PlayerId;

/// Commands by player and name. In a sorted list: a tree map of its own would take 5 kB of the rules
/// module, and a game has hundreds of commands, not thousands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommandIndex {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    player: PlayerId,
    command: String,
    /// The number of the event.
    seq: u32,
}

impl CommandIndex {
    /// Notes the event of a command; the last one noted counts.
    pub(crate) fn insert(&mut self, player: &PlayerId, command: &str, seq: u32) {
        let entry = Entry {
            player: player.clone(),
            command: command.to_owned(),
            seq,
        };
        match self.find(player, command) {
            Ok(at) => self.entries[at] = entry,
            Err(at) => self.entries.insert(at, entry),
        }
    }

    /// The event that a command became, if it was carried out.
    pub(crate) fn event(&self, player: &PlayerId, command: &str) -> Option<u32> {
        let at = self.find(player, command).ok()?;
        Some(self.entries[at].seq)
    }

    fn find(&self, player: &PlayerId, command: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|entry| {
            (entry.player.cmp(player)).then_with(|| entry.command.as_str().cmp(command))
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
