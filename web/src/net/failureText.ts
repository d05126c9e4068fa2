/** Localized failures of the server and the network. */
import { formatCountdown } from '../clock/format';
import { m } from '../paraglide/messages';
import { MAX_CHALLENGES, MAX_NAME_CHARS } from '../protocol';
import { ApiFailure, type FailureCode } from './api';

/** Program faults that this page never causes, shown with their code for bug reports. */
const FAULT = 'fault';

/** Exhaustive by type: a new server code does not compile without a text. */
const TEXTS: Record<FailureCode, ((waitMs: number) => string) | typeof FAULT> = {
	unreachable: m.friend_server_gone,
	unexpected: m.friend_server_gone,
	'no-such-game': m.friend_unknown,
	'not-found': m.friend_unknown,
	'too-many-requests': m.error_rate_limited,
	'too-many-messages': m.error_rate_limited,
	'request-timeout': m.error_timeout,
	'not-a-player': m.error_not_your_game,
	'own-invitation': m.friend_own_link,
	'game-full': m.error_game_full,
	'not-your-turn': m.refusal_not_your_turn,
	'illegal-move': m.error_illegal_move,
	'wrong-ply': m.friend_resync,
	'game-over': m.refusal_game_over,
	'game-not-over': m.error_not_over,
	'out-of-time': m.error_out_of_time,
	'not-started': m.error_not_started,
	'storage-failed': m.error_storage_failed,
	'shutting-down': m.error_shutting_down,
	internal: m.error_internal,
	'bad-clock': m.error_bad_clock,
	'bad-name': () => m.error_bad_name({ count: MAX_NAME_CHARS }),
	'bad-position': m.error_start_refused,
	'impossible-position': m.error_start_refused,
	'bad-handicap': m.error_start_refused,
	'bad-rule': m.error_start_refused,
	'game-ends-at-once': m.position_ended,
	'offer-not-possible': m.error_offer_not_possible,
	'already-offered': m.error_already_offered,
	'nothing-offered': m.error_nothing_offered,
	'nothing-to-take-back': m.error_nothing_to_take_back,
	'declaration-not-possible': m.error_declaration,
	'abort-not-possible': m.error_abort,
	'claim-not-possible': m.error_claim,
	'protocol-too-old': m.friend_old_page_now,
	'protocol-too-new': m.error_page_mismatch,
	'unknown-message': FAULT,
	'message-too-large': FAULT,
	'hello-expected': FAULT,
	'hello-again': FAULT,
	'not-invited': m.error_not_invited,
	'not-signed-in': m.error_not_signed_in,
	'session-ended': m.error_session_ended,
	'bad-code': m.error_bad_code,
	'session-too-new': m.error_session_too_new,
	'too-many-sessions': m.error_too_many_sessions,
	'too-many-games': m.error_too_many_games,
	'too-many-challenges': () => m.error_too_many_challenges({ count: MAX_CHALLENGES }),
	'too-many-offers': m.error_too_many_offers,
	'too-many-pending': m.error_too_many_pending,
	'too-many-aborts': (waitMs) => m.error_too_many_aborts({ time: formatCountdown(waitMs) }),
	'too-many-tokens': m.error_too_many_tokens,
	'rated-not-possible': m.new_rated_not,
	'bad-token': FAULT,
	'missing-scope': FAULT,
	'not-yourself': FAULT,
	'not-subscribed': FAULT,
	'too-many-topics': FAULT,
	'bad-move': FAULT,
	'bad-command-id': FAULT,
	'foreign-origin': FAULT,
	'foreign-host': FAULT,
	'bad-request': FAULT,
	'body-too-large': FAULT,
	'method-not-allowed': FAULT,
};

/** `waitMs`: the server's retry-after time. */
export function failureText(code: FailureCode, waitMs = 0): string {
	// A newer server may send unknown codes.
	const text = TEXTS[code] ?? FAULT;
	return text === FAULT ? m.error_server({ code }) : text(waitMs);
}

export function failureOf(error: unknown): string {
	return error instanceof ApiFailure ? failureText(error.code, error.waitMs) : failureText('unexpected');
}
