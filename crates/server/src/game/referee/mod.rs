//! The referee: an actor per game, the only writer of its log. It publishes events once they are on disk.
//! [`Arbiter`] decides what to append.

mod append;
mod beginning;
mod command;
#[cfg(test)]
mod leaving;
#[cfg(test)]
mod set_back;
mod settle;
mod sockets;
#[cfg(test)]
mod stood;
mod stop;
mod turn;

use std::sync::Arc;
use std::time::Duration;

use komadai_play::{Arbiter, Draft, Player as Seated, PlayerId};
use komadai_protocol::{ErrorCode, GameKey, PlayerInfo, Status, Unrated};
use komadai_rules::Side;

use self::command::Sender;
use self::settle::{Flag, Settling};
use self::sockets::{Presence, RESYNC_MS, Sockets};
use self::stop::Fatal;
pub(super) use self::stop::{NotLoaded, Stop};
use self::turn::Turn;
use super::create::player_row;
use super::inbox::{Envelope, Inbox, PATIENCE};
use super::log;
use super::registry::{GameRegistry, code_of};
use super::slots::Holder;
use crate::hub::{Signal, Subject};
use crate::request::View;
use crate::request::{Player, Request, Response};

/// Idle time after which a referee without sockets and running clock stops.
const IDLE: Duration = Duration::from_secs(60);

pub(super) struct Referee {
    registry: Arc<GameRegistry>,
    /// Includes the premove, which the next referee gets from the player's connection.
    arbiter: Arbiter,
    /// Subject of the game's topic.
    subject: Subject,
    /// Name of the player who waits for an opponent, as the game's page shows it.
    shown_name: Option<PlayerInfo>,
    /// Epoch of the slot.
    epoch: i64,
    turn: Turn,
    settling: Settling,
    sockets: Sockets,
    presence: Presence,
}

impl Referee {
    /// Loads a game of this copy's slots. `is_unsettled` if the last append to it may still be stored.
    pub(super) async fn load(
        registry: Arc<GameRegistry>,
        key: &GameKey,
        is_unsettled: bool,
    ) -> Result<Box<Self>, NotLoaded> {
        let begun = registry.time.passed();
        let sure = tokio::time::timeout(PATIENCE, registry.sure_of_lease());
        sure.await.map_err(|_| ErrorCode::StorageFailed)?;
        if registry.damaged.is_known(key, registry.time.now_ms()) {
            return Err(ErrorCode::Internal.into());
        }
        let Holder::Here(epoch) = registry.holder(key.as_str()) else {
            return Err(NotLoaded::Superseded);
        };
        if is_unsettled {
            let settled = registry.store.settle(key).await;
            settled.map_err(|error| {
                tracing::error!(game.id = key.short(), error = %error, "game.settle failed");
                code_of(&error)
            })?;
        }
        let (now_ms, counted_ms) = (registry.time.now_ms(), registry.time.counted_ms());
        let drift_ms = registry.time.drift_ms();
        let arbiter = match registry.log_of(key).await {
            Ok(events) => log::arbiter(key, events, now_ms, drift_ms).map_err(|error| {
                registry.damaged.report(key, &error);
                ErrorCode::Internal
            }),
            Err(code) => Err(code),
        };
        let arbiter = arbiter.inspect_err(|code| {
            if *code == ErrorCode::Internal {
                registry.damaged.not_loaded(key, now_ms);
            }
        })?;
        let mut referee = Box::new(Self {
            registry,
            arbiter,
            subject: Subject::game(key),
            shown_name: None,
            epoch,
            turn: Turn::default(),
            settling: Settling::default(),
            sockets: Sockets::default(),
            presence: Presence::new(counted_ms, now_ms),
        });
        referee.read_shown_name().await;
        let resumed = referee.resume(now_ms).await;
        resumed.map_err(|fatal| match fatal.stop {
            Stop::Superseded => NotLoaded::Superseded,
            _ => NotLoaded::Denied(fatal.code),
        })?;
        let took = referee.registry.time.passed().saturating_sub(begun);
        referee.registry.metrics.store.loaded(took);
        // Sockets known to the previous referee announce themselves.
        let hub = &referee.registry.hub;
        hub.publish(&referee.subject, Signal::NewWriter);
        Ok(referee)
    }

    /// Gives the side to move its whole turn back: the last referee is lost.
    async fn resume(&mut self, now_ms: i64) -> Result<(), Fatal> {
        let Some(draft) = self.arbiter.resume(now_ms) else {
            return Ok(());
        };
        tracing::info!(game.id = self.id().short(), "game.resumed");
        self.append(now_ms, vec![draft]).await.map(drop)
    }

    /// Returns `true` once this copy is known to hold the game's slot, `false` if its lease stays lapsed for that long.
    /// An answer without the slot could be out of date; appends are guarded by the epoch anyway.
    async fn still_has_it(&self, within: Duration) -> Result<bool, Fatal> {
        let sure = tokio::time::timeout(within, self.registry.sure_of_lease());
        if sure.await.is_err() {
            return Ok(false);
        }
        match self.registry.holder(self.id().as_str()) {
            Holder::Here(epoch) if epoch == self.epoch => Ok(true),
            _ => Err(Fatal::SUPERSEDED),
        }
    }

    fn id(&self) -> &GameKey {
        self.arbiter.state().id()
    }

    fn now_ms(&self) -> i64 {
        self.registry.time.now_ms()
    }

    pub(super) async fn run(mut self: Box<Self>, inbox: &mut Inbox) -> Stop {
        loop {
            self.resync_presence(inbox);
            let alarm = self.alarm_ms();
            let resync = inbox.is_presence_dirty().then(|| self.now_ms() + RESYNC_MS);
            let next = [alarm, self.presence.due_ms(), resync];
            let next = next.into_iter().flatten().min();
            let due = async {
                match next {
                    Some(at_ms) => {
                        tokio::time::sleep_until(self.registry.time.instant(at_ms)).await;
                    }
                    None if self.sockets.is_empty() => tokio::time::sleep(IDLE).await,
                    None => std::future::pending().await,
                }
            };
            let wake = async {
                tokio::select! {
                    () = due => {}
                    // The flag is due.
                    () = self.settling.ended() => {}
                }
                // Without the lease the referee acts only on requests.
                self.registry.sure_of_lease().await;
            };
            // Requests before alarms: a move that arrived in time is judged by its stamp even if the alarm is
            // due.
            let envelope = tokio::select! {
                biased;
                envelope = inbox.recv() => envelope,
                () = wake => {
                    match Box::pin(self.still_has_it(Duration::ZERO)).await {
                        Ok(true) => {}
                        Ok(false) => continue,
                        Err(fatal) => return fatal.stop,
                    }
                    self.publish_presence_if_due();
                    if next.is_none() {
                        // Queued requests are still answered.
                        inbox.close();
                    } else if alarm.is_some_and(|at_ms| at_ms <= self.now_ms())
                        && let Err(fatal) = Box::pin(self.handle_alarm()).await
                    {
                        return fatal.stop;
                    }
                    continue;
                }
            };
            let Some(envelope) = envelope else {
                // Requests queued while the mailbox closed have been answered.
                if self.arbiter.state().is_timed() || !self.sockets.is_empty() {
                    return Stop::Needed;
                }
                return Stop::Idle;
            };
            // Boxed like all rare work, so that an idle referee stays small.
            if let Err(fatal) = Box::pin(self.answer(envelope, inbox)).await {
                return fatal.stop;
            }
        }
    }

    async fn answer(&mut self, envelope: Envelope, inbox: &mut Inbox) -> Result<(), Fatal> {
        let patience = envelope.patience(self.registry.time.counted_ms());
        match self.still_has_it(patience).await {
            Ok(true) => {}
            Ok(false) => {
                inbox.give_up(envelope);
                return Ok(());
            }
            Err(fatal) => {
                inbox.put_back(envelope);
                return Err(fatal);
            }
        }
        // After a takeover the new holder answers the request.
        let has_rivals = self.registry.has_rivals();
        let again = has_rivals.then(|| envelope.request.clone());
        match self.handle(envelope.request).await {
            Ok(response) => {
                let _ = envelope.reply.send(response);
                Ok(())
            }
            Err(fatal) => {
                match again.filter(|_| fatal.stop == Stop::Superseded) {
                    Some(request) => inbox.put_back(Envelope {
                        request,
                        ..envelope
                    }),
                    None => drop(envelope.reply.send(Response::Denied(fatal.code))),
                }
                Err(fatal)
            }
        }
    }

    /// Time of the next alarm: a byo-yomi period, a flag, an overdue first move or player.
    fn alarm_ms(&mut self) -> Option<i64> {
        if let Some(at_ms) = self.settling_alarm_ms() {
            return Some(at_ms);
        }
        let (now_ms, one_way_ms) = (self.now_ms(), self.one_way_of_running_side_ms());
        self.credit_standstills(now_ms);
        let timed = self.arbiter.alarm_ms(now_ms, one_way_ms);
        [timed, self.open_by_ms()].into_iter().flatten().min()
    }

    fn one_way_of_running_side_ms(&self) -> u32 {
        let state = self.arbiter.state();
        let side = self.arbiter.timed_side();
        side.map_or(0, |side| self.sockets.one_way_ms(state, side))
    }

    async fn handle_alarm(&mut self) -> Result<(), Fatal> {
        let now_ms = self.now_ms();
        let flag = self.flag_if_fallen(now_ms).await?;
        if flag != Flag::Up || self.settling_alarm_ms().is_some() {
            return Ok(());
        }
        if self.open_by_ms().is_some_and(|by_ms| by_ms <= now_ms) {
            return self.give_up_unopened(now_ms).await;
        }
        self.publish_clock();
        Ok(())
    }

    /// Ends the game if the running side's flag fell before that moment.
    async fn flag_if_fallen(&mut self, now_ms: i64) -> Result<Flag, Fatal> {
        let one_way_ms = self.one_way_of_running_side_ms();
        self.credit_standstills(now_ms);
        let Some(draft) = self.arbiter.fallen_flag(now_ms, one_way_ms) else {
            return Ok(Flag::Up);
        };
        if !self.is_settled() {
            return Ok(Flag::Unsettled);
        }
        let late = self.arbiter.timed_side();
        self.append(now_ms, vec![draft]).await?;
        if let Some(late) = late {
            self.not_begun_by(&[late], now_ms).await?;
        }
        Ok(Flag::Fallen)
    }

    async fn handle(&mut self, request: Request) -> Result<Response, Fatal> {
        let now_ms = self.now_ms();
        Ok(match request {
            Request::Enter { socket, visitor } => self.enter(socket, visitor).await?,
            Request::Stay { socket, visitor } => {
                if self.sockets.add(socket, visitor) {
                    self.start_if_complete(now_ms).await?;
                    self.presence_changed();
                }
                Response::Done
            }
            Request::Leave { socket } => {
                if self.sockets.remove(socket) {
                    self.presence_changed();
                }
                Response::Done
            }
            Request::Lag { socket, one_way_ms } => {
                self.sockets.measured(socket, one_way_ms);
                Response::Done
            }
            Request::ServerGone { server } => {
                if self.sockets.remove_all_of(server) {
                    self.presence_changed();
                }
                Response::Done
            }
            Request::StoodStill => {
                if self.arbiter.state().clock_runs() {
                    self.publish_clock();
                }
                Response::Done
            }
            // All earlier requests have been answered.
            Request::Settle | Request::TakeUp => Response::Done,
            Request::View { player } => self.view(player.as_ref()),
            Request::Join {
                player,
                open,
                unrated,
            } => self.join(player, open, unrated, now_ms).await?,
            Request::Rename { player } => self.rename(player, now_ms).await?,
            Request::Command {
                player,
                address,
                id,
                at_ms,
                command,
                is_program,
            } => {
                let sender = Sender {
                    player: player.as_ref(),
                    address,
                    is_program,
                };
                let at_ms = at_ms.min(now_ms);
                self.command(sender, &id, at_ms, &command).await?
            }
            Request::Expired => return Err(Fatal::GONE),
            #[cfg(test)]
            Request::Panic => panic!("a fault, on purpose"),
        })
    }

    fn view(&mut self, player: Option<&PlayerId>) -> Response {
        let snapshot = self.snapshot();
        let view = View::new(self.arbiter.state(), player, snapshot);
        Response::View(Box::new(view))
    }

    fn side_of(&self, player: Option<&PlayerId>) -> Option<Side> {
        self.arbiter.state().side_of(player?)
    }

    async fn start_if_complete(&mut self, now_ms: i64) -> Result<(), Fatal> {
        let present = self.sockets.presence(self.arbiter.state());
        if !(present.first && present.second) {
            return Ok(());
        }
        match self.arbiter.start(now_ms) {
            Some(draft) => self.append(now_ms, vec![draft]).await.map(drop),
            None => Ok(()),
        }
    }

    async fn join(
        &mut self,
        player: Player,
        open: bool,
        unrated: Option<Unrated>,
        now_ms: i64,
    ) -> Result<Response, Fatal> {
        let seated = Seated::from(&player.info);
        let joined = match self.arbiter.join(&seated, open, unrated) {
            Ok(Some(draft)) => draft,
            Ok(None) => return Ok(self.view(Some(&player.id))),
            Err(error) => return Ok(Response::Denied(error.code)),
        };
        let id = player.id.clone();
        let players = vec![player_row(&player, self.registry.time.date_of(now_ms))];
        self.append_with(now_ms, vec![joined], None, players)
            .await?;
        self.start_if_complete(now_ms).await?;
        self.presence_changed();
        tracing::info!(
            game.id = self.id().short(),
            game.side = self.side_of(Some(&id)).map(Side::name),
            "game.joined"
        );
        Ok(self.view(Some(&id)))
    }

    async fn rename(&mut self, player: Player, now_ms: i64) -> Result<Response, Fatal> {
        let row = player_row(&player, self.registry.time.date_of(now_ms));
        // The name may be stored already, by another game of this player, and not yet shown in this one.
        let is_shown = self.shown_name.as_ref() == Some(&row.info);
        match self.arbiter.rename(&player.id) {
            Ok(renamed) if !is_shown => {
                let shown = row.info.clone();
                self.append_with(now_ms, vec![renamed], None, vec![row])
                    .await?;
                self.shown_name = Some(shown);
            }
            Err(error) if !is_shown || error.code != ErrorCode::TooManyRequests => {
                return Ok(Response::Denied(error.code));
            }
            Ok(_) | Err(_) => {}
        }
        Ok(self.view(Some(&player.id)))
    }

    async fn read_shown_name(&mut self) {
        let state = self.arbiter.state();
        if state.status() != Status::Waiting {
            return;
        }
        let seats = [&state.players().first, &state.players().second];
        let seated = seats.into_iter().flatten().next();
        if let Some(seated) = seated {
            let mut info = PlayerInfo::guest(seated.id.as_str());
            self.registry.name([&mut info]).await;
            self.shown_name = Some(info);
        }
    }

    async fn rematch(
        &mut self,
        player: Option<&PlayerId>,
        id: &str,
        at_ms: i64,
    ) -> Result<Response, Fatal> {
        let next = self.registry.rematch(self.arbiter.state()).await;
        let next = next.map_err(|code| Fatal {
            stop: Stop::Database,
            code,
        })?;
        let draft: Draft = Arbiter::rematch(player, id, next.new.id.clone());
        let seq = self
            .append_with(at_ms, vec![draft], Some(next), Vec::new())
            .await?;
        Ok(Response::Accepted { seq })
    }
}
