use std::net::IpAddr;

use komadai_play::{Arrival, Command, CommandError, PlayerId, Verdict};
use komadai_protocol::{ErrorCode, Refusal, ServerMessage};

use super::Referee;
use super::settle::{Flag, is_move};
use super::stop::Fatal;
use crate::rate::Action;
use crate::request::Response;

#[derive(Clone, Copy)]
pub(super) struct Sender<'a> {
    pub(super) player: Option<&'a PlayerId>,
    pub(super) address: IpAddr,
    pub(super) is_program: bool,
}

impl Referee {
    pub(super) async fn command(
        &mut self,
        sender: Sender<'_>,
        id: &str,
        at_ms: i64,
        command: &Command,
    ) -> Result<Response, Fatal> {
        let player = sender.player;
        if sender.is_program && self.arbiter.state().settings().rated {
            // Programs play no rated games: the rating is of the player.
            return Ok(self.refused(id, ErrorCode::RatedNotPossible.into()));
        }
        // Idempotent by command id.
        if let Some(seq) = player.and_then(|p| self.arbiter.state().event_of_command(p, id)) {
            return Ok(Response::Accepted { seq });
        }
        if self.flag_if_fallen(at_ms).await? == Flag::Unsettled && !is_move(command) {
            return Ok(self.refused(id, ErrorCode::OutOfTime.into()));
        }
        let side = self.side_of(player);
        let state = self.arbiter.state();
        let arrival = Arrival {
            side,
            id,
            now_ms: at_ms,
            one_way_ms: side.map_or(0, |side| self.sockets.one_way_ms(state, side)),
            opponent_away_since_ms: side.and_then(|side| self.away_since_ms(!side)),
        };
        match self.arbiter.judge(player, &arrival, command) {
            Ok(Verdict::Repeated { seq }) => Ok(Response::Accepted { seq }),
            Ok(Verdict::Append {
                drafts,
                command_event,
            }) => {
                let first_seq = self.append(at_ms, drafts).await?;
                let seq = first_seq + command_event as u32;
                Ok(Response::Accepted { seq })
            }
            Ok(Verdict::Premove(premove)) => {
                let message = ServerMessage::Premove {
                    game: self.id().clone(),
                    id: id.to_owned(),
                    premove: premove.clone(),
                };
                self.send_to_player(player, &message);
                Ok(Response::Premove(premove))
            }
            Ok(Verdict::Rematch) => {
                let rates = &self.registry.rates;
                match rates.check(Action::CreateGame, sender.address) {
                    Ok(()) => self.rematch(player, id, at_ms).await,
                    Err(_) => Ok(self.refused(id, ErrorCode::TooManyRequests.into())),
                }
            }
            Err(error) => Ok(self.refused(id, error)),
        }
    }

    fn refused(&self, id: &str, error: CommandError) -> Response {
        Response::Refused(Box::new(Refusal {
            game: self.id().clone(),
            id: id.to_owned(),
            code: error.code,
            rule: error.rule,
            squares: error.squares,
            message: error.message,
            seq: self.arbiter.state().seq(),
        }))
    }
}
