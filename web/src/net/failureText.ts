/** Failures of the server or the way to it, in the page's language. */
import { m } from '../paraglide/messages';
import type { FailureCode } from './api';

const TEXTS: Partial<Record<FailureCode, () => string>> = {
	unreachable: m.friend_server_gone,
	unexpected: m.friend_server_gone,
	'no-such-game': m.friend_unknown,
	'not-found': m.friend_unknown,
	'too-many-requests': m.error_rate_limited,
	'too-many-messages': m.error_rate_limited,
	'not-a-player': m.error_not_your_game,
	'own-invitation': m.friend_own_link,
	'game-full': m.error_game_full,
	'not-your-turn': m.refusal_not_your_turn,
	'game-over': m.refusal_game_over,
	'out-of-time': m.error_out_of_time,
	'not-started': m.error_not_started,
	'storage-failed': m.error_storage_failed,
	'shutting-down': m.error_shutting_down,
	'bad-clock': m.error_bad_clock,
	'game-ends-at-once': m.position_ended,
	'offer-not-possible': m.error_offer_not_possible,
	'nothing-offered': m.error_nothing_offered,
	'nothing-to-take-back': m.error_nothing_to_take_back,
	'protocol-too-old': m.friend_old_page_now,
};

export function failureText(code: FailureCode): string {
	return TEXTS[code]?.() ?? m.error_server({ code });
}
