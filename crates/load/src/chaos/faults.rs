//! Faults of the servers, one after the other.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::child::Child;
use super::dice::Dice;
use super::journal::{FaultKind, FaultWindow};
use super::plan::ChaosPlan;
use super::services::Services;
use super::starved::Starved;
use crate::fail::LoadError;
use crate::time::Time;

/// One pause in this many is longer than a lease (two seconds).
const LONG_PAUSES: u64 = 3;
/// Maximum time by which a referee may resume before its server reports ready.
const BEFORE_READY_US: u64 = 100_000;

pub(super) fn schedule(plan: &ChaosPlan, can_set_clock: bool) -> Vec<FaultKind> {
    let clocks_back = if can_set_clock { plan.clocks_back } else { 0 };
    let mut faults = Vec::new();
    for (kind, count) in [
        (FaultKind::Kill, plan.kills),
        (FaultKind::Pause, plan.pauses),
        (FaultKind::FullDisk, plan.full_disks),
        (FaultKind::ClockBack, clocks_back),
        (FaultKind::Restart, plan.restarts),
        (FaultKind::Database, plan.database_restarts),
        (FaultKind::Nats, plan.nats_restarts),
    ] {
        faults.extend(std::iter::repeat_n(kind, count as usize));
    }
    Dice::new(plan.seed, 1).shuffle(&mut faults);
    faults
}

pub(super) struct Victims {
    pub(super) children: Vec<Child>,
    pub(super) services: Option<Services>,
    pub(super) starved: Arc<Starved>,
}

impl Victims {
    pub(super) async fn start(&mut self) -> Result<Vec<String>, LoadError> {
        self.watch_bus();
        let mut urls = Vec::new();
        for child in &mut self.children {
            let started = child.start().await;
            urls.push(started.map_err(|error| with_log(&error, child))?);
        }
        Ok(urls)
    }

    fn watch_bus(&self) {
        let pid = self.services.as_ref().and_then(|it| it.nats.pid());
        self.starved.bus.store(pid.unwrap_or(0), Ordering::Relaxed);
    }

    /// Undoes the fault in progress when a run was interrupted.
    pub(super) async fn recover(&mut self) -> Result<(), LoadError> {
        if let Some(services) = &mut self.services {
            services.postgres.recover().await?;
            services.nats.recover().await?;
        }
        self.watch_bus();
        for child in &mut self.children {
            child.pause(false);
            child.fill_disk(false)?;
            if !child.is_running() {
                let started = child.start().await;
                started.map_err(|error| with_log(&error, child))?;
            }
        }
        Ok(())
    }

    pub(super) async fn stop(&mut self) {
        for child in &mut self.children {
            child.stop().await;
        }
    }

    pub(super) fn can_set_clock(&self) -> bool {
        self.children.iter().all(Child::can_set_clock)
    }
}

fn with_log(error: &LoadError, child: &Child) -> LoadError {
    LoadError::Server(format!("{error}\n{}", child.log_tail()))
}

pub(super) struct Trouble<'a> {
    pub(super) victims: &'a mut Victims,
    chosen: usize,
    pub(super) time: Time,
    pub(super) dice: Dice,
    pub(super) done: &'a Mutex<Vec<FaultWindow>>,
    pauses: u64,
}

impl<'a> Trouble<'a> {
    pub(super) fn new(
        victims: &'a mut Victims,
        time: Time,
        seed: u64,
        done: &'a Mutex<Vec<FaultWindow>>,
    ) -> Self {
        Self {
            victims,
            chosen: 0,
            time,
            dice: Dice::new(seed, 2),
            done,
            pauses: 0,
        }
    }

    pub(super) async fn run(
        &mut self,
        faults: &[FaultKind],
        limit_us: u64,
    ) -> Result<(), LoadError> {
        for &kind in faults {
            // A quarter of the faults come before the server has recovered.
            let quiet_ms = match self.dice.happens(250) {
                true => self.dice.between(0, 250),
                false => self.dice.between(700, 2200),
            };
            tokio::time::sleep(Duration::from_millis(quiet_ms)).await;
            if self.time.now_us() >= limit_us {
                return Ok(());
            }
            self.one(kind).await?;
        }
        Ok(())
    }

    async fn wait(&mut self, low_ms: u64, high_ms: u64) {
        let ms = self.dice.between(low_ms, high_ms);
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    fn child(&mut self) -> &mut Child {
        &mut self.victims.children[self.chosen]
    }

    async fn one(&mut self, kind: FaultKind) -> Result<(), LoadError> {
        let copies = self.victims.children.len() as u64;
        if copies > 1 {
            self.chosen = self.dice.between(0, copies) as usize;
        }
        let from_us = self.time.now_us();
        let back_us = match kind {
            FaultKind::Kill => {
                self.child().kill().await;
                self.wait(0, 1200).await;
                self.start().await?
            }
            FaultKind::ClockBack => {
                self.child().kill().await;
                self.wait(0, 500).await;
                // The clock may also go forward, and back again.
                let back_s = self.child().back_s;
                let back_s = match back_s {
                    1.. if self.dice.happens(400) => 0,
                    back_s => back_s + self.dice.between(2, 7200),
                };
                self.child().back_s = back_s;
                self.start().await?
            }
            FaultKind::Restart => {
                self.child().stop().await;
                self.start().await?
            }
            FaultKind::Pause => {
                self.child().pause(true);
                match self.pauses % LONG_PAUSES {
                    0 => self.wait(3200, 4200).await,
                    _ => self.wait(60, 1500).await,
                }
                self.pauses += 1;
                self.child().pause(false);
                self.time.now_us()
            }
            FaultKind::FullDisk => {
                self.child().fill_disk(true)?;
                self.wait(400, 1500).await;
                if self.dice.happens(300) {
                    self.child().kill().await;
                    self.start().await?
                } else {
                    self.child().fill_disk(false)?;
                    self.time.now_us()
                }
            }
            FaultKind::Database | FaultKind::Nats => self.service(kind).await?,
        };
        let window = FaultWindow {
            kind,
            from_us,
            back_us,
            to_us: self.time.now_us(),
        };
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.push(window);
        Ok(())
    }

    /// Stops a shared service, sometimes for longer than a lease, and restarts it.
    async fn service(&mut self, kind: FaultKind) -> Result<u64, LoadError> {
        let ms = match self.dice.happens(300) {
            true => self.dice.between(2500, 4000),
            false => self.dice.between(0, 1200),
        };
        if let Some(services) = &mut self.victims.services {
            let service = match kind {
                FaultKind::Database => &mut services.postgres,
                _ => &mut services.nats,
            };
            service.stop().await?;
            tokio::time::sleep(Duration::from_millis(ms)).await;
            service.start().await?;
        }
        self.victims.watch_bus();
        Ok(self.time.now_us())
    }

    /// Starts the server. Returns the earliest time at which it may have refereed games.
    async fn start(&mut self) -> Result<u64, LoadError> {
        let begun_us = self.time.now_us();
        let child = self.child();
        let started = child.start().await;
        started.map_err(|error| with_log(&error, child))?;
        let ready_us = self.time.now_us();
        Ok(begun_us.max(ready_us.saturating_sub(BEFORE_READY_US)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rest of an interrupted run needs a server.
    #[tokio::test]
    async fn a_server_that_was_killed_runs_again_after_an_interruption() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("program");
        let script = "#!/bin/sh\necho http://127.0.0.1:9/\nexec sleep 600\n";
        std::fs::write(&program, script).expect("written");
        let may_run = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, may_run).expect("set");
        let database = folder.path().join("chaos.db");
        let starved = Starved::watch(Time::start(), 1);
        let mut victims = Victims {
            children: vec![Child::alone(&program, &database, starved.clone())],
            services: None,
            starved: starved.clone(),
        };
        victims.start().await.expect("runs");
        victims.children[0].kill().await;
        victims.recover().await.expect("runs again");
        assert!(victims.children[0].is_running());
        victims.children[0].kill().await;
        starved.end();
    }

    #[test]
    fn the_schedule_has_every_fault_in_the_order_of_the_seed() {
        let plan = ChaosPlan::default();
        let faults = schedule(&plan, true);
        let count = |kind| faults.iter().filter(|&&it| it == kind).count() as u32;
        assert_eq!(count(FaultKind::Kill), plan.kills);
        assert_eq!(count(FaultKind::Pause), plan.pauses);
        assert_eq!(count(FaultKind::FullDisk), plan.full_disks);
        assert_eq!(count(FaultKind::ClockBack), plan.clocks_back);
        assert_eq!(count(FaultKind::Restart), plan.restarts);
        assert_eq!(faults, schedule(&plan, true));
        let several = ChaosPlan {
            copies: 2,
            database_restarts: 3,
            nats_restarts: 4,
            ..plan.clone()
        };
        let shared = schedule(&several, true);
        let count = |kind| shared.iter().filter(|&&it| it == kind).count();
        assert_eq!((count(FaultKind::Database), count(FaultKind::Nats)), (3, 4));
        let without = schedule(&plan, false);
        assert!(!without.contains(&FaultKind::ClockBack));
        let other = ChaosPlan { seed: 2, ..plan };
        assert_ne!(faults, schedule(&other, true));
    }
}
