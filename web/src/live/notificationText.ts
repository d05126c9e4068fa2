import { gameName, playerName } from '../games/names';
import { resultText } from '../games/resultText';
import { m } from '../paraglide/messages';
import type { Notification } from '../protocol';

export function notificationText({ kind, game }: Notification): string {
	const player = game.players[game.seat === 'first' ? 'second' : 'first'];
	const opponent = player ? playerName(player) : m.play_friend();
	const names = { game: gameName[game.game](), opponent };
	switch (kind) {
		case 'joined':
			return m.turn_joined(names);
		case 'rematch':
			return m.play_offer_rematch({ name: opponent });
		case 'ended': {
			const you = game.seat === 'watcher' ? null : game.seat;
			const result = game.outcome ? resultText(game.game, game.outcome, you, false) : '';
			return m.notify_ended({ ...names, result });
		}
	}
}
