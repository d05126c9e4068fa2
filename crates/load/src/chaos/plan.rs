//! Options of a fault run.

use std::path::PathBuf;

use serde::Serialize;

use crate::fail::LoadError;

const MAX_GAMES: u64 = 1_000_000;
const MAX_AT_ONCE: u64 = 10_000;
const MAX_COPIES: u32 = 8;
const MAX_FAULTS: u32 = 10_000;

/// Options of a fault run. A seed determines games, faults and network errors, as far as timing allows.
#[derive(Clone, Debug, Serialize)]
pub struct ChaosPlan {
    pub seed: u64,
    /// Minimum number of games; more are played until all faults have happened.
    pub games: u64,
    pub at_once: u64,
    /// Kills (SIGKILL), each followed by a restart.
    pub kills: u32,
    pub pauses: u32,
    pub full_disks: u32,
    /// Kills and restarts with the host's clock set back.
    pub clocks_back: u32,
    /// Stops (SIGTERM), each followed by a restart.
    pub restarts: u32,
    /// Number of servers: 1 on a file, more on a temporary PostgreSQL database with NATS.
    pub copies: u32,
    pub database_restarts: u32,
    pub nats_restarts: u32,
    /// Time after which no game or fault begins.
    pub limit_s: u64,
    /// Database of a single server; temporary if `None`.
    pub database: Option<PathBuf>,
    pub journals: Option<PathBuf>,
}

impl Default for ChaosPlan {
    fn default() -> Self {
        Self {
            seed: 1,
            games: 100,
            at_once: 20,
            kills: 5,
            pauses: 2,
            full_disks: 1,
            clocks_back: 2,
            restarts: 1,
            copies: 1,
            database_restarts: 0,
            nats_restarts: 0,
            limit_s: 60,
            database: None,
            journals: None,
        }
    }
}

impl ChaosPlan {
    /// # Errors
    /// Contradictory or excessive options.
    pub fn check(&self) -> Result<(), LoadError> {
        let bad = |text: String| Err(LoadError::Plan(text));
        if !(1..=MAX_GAMES).contains(&self.games) {
            return bad(format!("1 to {MAX_GAMES} games are possible"));
        }
        if !(1..=MAX_AT_ONCE).contains(&self.at_once) {
            return bad(format!("1 to {MAX_AT_ONCE} games at once are possible"));
        }
        if !(5..=86_400).contains(&self.limit_s) {
            return bad("a run takes 5 seconds to a day".into());
        }
        let faults = [
            self.kills,
            self.pauses,
            self.full_disks,
            self.clocks_back,
            self.restarts,
            self.database_restarts,
            self.nats_restarts,
        ];
        if faults.iter().any(|&count| count > MAX_FAULTS) {
            return bad(format!(
                "at most {MAX_FAULTS} faults of a kind are possible"
            ));
        }
        if !(1..=MAX_COPIES).contains(&self.copies) {
            return bad(format!("1 to {MAX_COPIES} servers are possible"));
        }
        match self.copies {
            1 if self.database_restarts + self.nats_restarts > 0 => {
                bad("a server alone has neither PostgreSQL nor NATS: name --copies".into())
            }
            2.. if self.full_disks > 0 || self.database.is_some() => {
                bad("several servers use PostgreSQL: without --full-disks and --database".into())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_plans_are_refused() {
        ChaosPlan::default().check().expect("the default");
        let refused = |change: fn(&mut ChaosPlan)| {
            let mut plan = ChaosPlan::default();
            change(&mut plan);
            plan.check().is_err()
        };
        assert!(refused(|plan| plan.games = 0));
        assert!(refused(|plan| plan.at_once = 0));
        assert!(refused(|plan| plan.limit_s = 1));
        assert!(refused(|plan| plan.kills = 1_000_000));
        assert!(refused(|plan| plan.copies = 0));
        assert!(refused(|plan| plan.nats_restarts = 1));
        assert!(refused(|plan| plan.copies = 2), "no disk of theirs");
        let several = ChaosPlan {
            copies: 2,
            full_disks: 0,
            database_restarts: 1,
            ..ChaosPlan::default()
        };
        several.check().expect("two servers");
    }
}
