//! Fair play: limits per network, eligibility for rating, and pauses after aborted games.

use std::net::IpAddr;
use std::time::Duration;

use komadai_play::PlayerId;
use komadai_protocol::{ErrorCode, GameKey, Snapshot, Unrated};
use komadai_rules::Side;
use komadai_store::{Aborts, PendingSeat};

use crate::device::Device;
use crate::fault::Fault;
use crate::keyed_hash::keyed_hash;
use crate::net::ClientNetwork;
use crate::state::AppState;

/// Pauses by number of games aborted in a row, seconds; the last one also for all further ones.
const PAUSES_S: [i64; 6] = [0, 0, 0, 30, 120, 600];

pub(crate) fn pause(aborts: Aborts, now_ms: i64) -> Option<Duration> {
    let last = PAUSES_S.len() - 1;
    let seconds = PAUSES_S[(aborts.in_a_row as usize).min(last)];
    let left_ms = aborts.at_ms + seconds * 1000 - now_ms;
    let left_ms = u64::try_from(left_ms).ok().filter(|&ms| ms > 0)?;
    Some(Duration::from_millis(left_ms))
}

pub(crate) fn network(state: &AppState, address: IpAddr) -> String {
    keyed_hash(state, "network", &ClientNetwork::from(address).to_string())
}

pub(crate) fn seat(
    state: &AppState,
    game: &GameKey,
    player: &PlayerId,
    address: IpAddr,
) -> PendingSeat {
    PendingSeat {
        game: game.clone(),
        player: player.as_str().to_owned(),
        network: network(state, address),
        at_ms: state.games.time.date_ms(),
    }
}

/// Refuses public challenges and seats during a pause.
pub(crate) async fn check_pause(state: &AppState, player: &PlayerId) -> Result<(), Fault> {
    let aborts = state.games.store.aborts(player.as_str()).await?;
    match pause(aborts, state.games.time.date_ms()) {
        Some(wait) => Err(Fault::from(ErrorCode::TooManyAborts).retry_after(wait)),
        None => Ok(()),
    }
}

/// Stores the network of the maker of a rated game, to compare it with the joiner's.
pub(crate) async fn note_maker(
    state: &AppState,
    snapshot: &Snapshot,
    player: &PlayerId,
    address: IpAddr,
) -> Result<(), Fault> {
    if snapshot.settings.rated && compares_networks(state, address) {
        let seat = seat(state, &snapshot.id, player, address);
        state.games.store.note_network(seat).await?;
    }
    Ok(())
}

/// Returns `true` if games within that network are not rated.
fn compares_networks(state: &AppState, address: IpAddr) -> bool {
    let rates = state.games.rates.fair_play.rates_one_network;
    !rates && ClientNetwork::from(address).is_public()
}

/// The reason not to rate a game if this player takes the free seat.
pub(crate) async fn unrated(
    state: &AppState,
    snapshot: &Snapshot,
    joiner: Option<&PlayerId>,
    device: &Device,
    address: IpAddr,
) -> Result<Option<Unrated>, Fault> {
    if !snapshot.settings.rated {
        return Ok(None);
    }
    let seated = |side: Side| snapshot.players.get(side).as_ref();
    let Some(maker) = Side::BOTH.into_iter().find_map(seated) else {
        return Ok(None);
    };
    let store = &state.games.store;
    let joiner = joiner.map_or("", |joiner| joiner.as_str());
    let device = device.known_hash(state);
    if store
        .share_device(&maker.id, joiner, device.as_deref())
        .await?
    {
        return Ok(Some(Unrated::SameDevice));
    }
    if !compares_networks(state, address) {
        return Ok(None);
    }
    let of_maker = store.network_of(&snapshot.id, &maker.id).await?;
    let is_same = of_maker.is_some_and(|it| it == network(state, address));
    Ok(is_same.then_some(Unrated::SameNetwork))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_with_the_games_broken_off_in_a_row() {
        let wait_s = |in_a_row| {
            let aborts = Aborts {
                in_a_row,
                at_ms: 1_000,
            };
            pause(aborts, 1_000).map_or(0, |wait| wait.as_secs())
        };
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6].map(wait_s),
            [0, 0, 0, 30, 120, 600, 600]
        );
        let aborts = Aborts {
            in_a_row: 3,
            at_ms: 1_000,
        };
        assert_eq!(pause(aborts, 31_000), None);
    }
}
