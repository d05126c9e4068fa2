/** HTTP client of the server. Every failure is an `ApiFailure` with a stable code. */
import type {
	ApiError,
	CreateGame,
	CreateToken,
	EndOthers,
	ErrorCode,
	GameList,
	GamePage,
	JoinGame,
	Me,
	NewToken,
	NotificationList,
	PlayerInfo,
	ResultList,
	SessionList,
	SignInCode,
	TokenList,
} from '../protocol';
import { identityIs } from './identity';

/** `unreachable`: no response. `unexpected`: a response that is not the server's. */
export type FailureCode = ErrorCode | 'unreachable' | 'unexpected';

export class ApiFailure extends Error {
	override readonly name = 'ApiFailure';

	constructor(
		readonly code: FailureCode,
		message: string,
		readonly field?: string,
		readonly offset?: number,
		/** Retry-after time. */
		readonly waitMs?: number,
	) {
		super(message);
	}
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
	let response: Response;
	try {
		response = await fetch(path, { credentials: 'same-origin', ...init });
	} catch (error) {
		throw new ApiFailure('unreachable', String(error));
	}
	if (response.status === 204) return undefined as T;
	let body: unknown;
	try {
		body = await response.json();
	} catch {
		throw new ApiFailure('unexpected', `status ${response.status}, no JSON`);
	}
	if (response.ok) return body as T;
	const error = body as Partial<ApiError>;
	if (typeof error.code !== 'string') throw new ApiFailure('unexpected', `status ${response.status}`);
	throw new ApiFailure(error.code, error.message ?? '', error.field, error.offset, error.retry_after_ms);
}

function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
	return ask(path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
}

/** Reports the player of a response: creating or joining a game and signing in may change it. */
async function becoming<T>(answer: Promise<T>, who: (body: T) => PlayerInfo | null): Promise<T> {
	const body = await answer;
	const player = who(body);
	if (player) identityIs(player.id);
	return body;
}

const seated = ({ seat, snapshot }: GamePage) => (seat === 'watcher' ? null : snapshot.players[seat]);

function listed({ games }: GameList): PlayerInfo | null {
	const own = games.find(({ seat }) => seat !== 'watcher');
	return own && own.seat !== 'watcher' ? own.players[own.seat] : null;
}

const gone = (path: string) => ask<void>(path, { method: 'DELETE' });

const gamePath = (id: string) => `/api/games/${encodeURIComponent(id)}`;

export const api = {
	me: () => ask<Me>('/api/me'),
	games: () => becoming(ask<GameList>('/api/games'), listed),
	/** Finished games, latest first; `before` is the cursor of the previous page. */
	endedGames: (before: number | null) =>
		ask<GameList>(`/api/games?${before === null ? 'ended=true' : `before=${before}`}`),
	notifications: () => ask<NotificationList>('/api/notifications'),
	readNotifications: (up_to: number) => post<void>('/api/notifications/read', { up_to }),
	results: () => ask<ResultList>('/api/results'),
	/** `invitation` is the fragment of an invite link. */
	game: (id: string, invitation = '') =>
		ask<GamePage>(gamePath(id), invitation ? { headers: { 'komadai-invitation': invitation } } : {}),
	/** Idempotent: `name` is the idempotency key. */
	create: (game: CreateGame, name: string) =>
		becoming(post<GamePage>('/api/games', game, { 'idempotency-key': name }), seated),
	join: (id: string, body: JoinGame) => becoming(post<GamePage>(`${gamePath(id)}/join`, body), seated),
	sessions: () => ask<SessionList>('/api/sessions'),
	signInCode: () => post<SignInCode>('/api/sign-in-code', {}),
	signIn: (code: string) => becoming(post<Me>('/api/sessions', { code }), ({ player }) => player),
	endSession: (id: string) => gone(`/api/sessions/${encodeURIComponent(id)}`),
	endOtherSessions: async (keep_tokens: string[]) => {
		// Rotate the session secret first, so that a lost response does not lose the session.
		await post<void>('/api/sessions/next', {});
		await ask<void>('/api/sessions', {
			method: 'DELETE',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ keep_tokens } satisfies EndOthers),
		});
	},
	tokens: () => ask<TokenList>('/api/tokens'),
	createToken: (token: CreateToken) => post<NewToken>('/api/tokens', token),
	revokeToken: (id: string) => gone(`/api/tokens/${encodeURIComponent(id)}`),
	rename: (id: string, body: JoinGame) => post<GamePage>(`${gamePath(id)}/name`, body),
};
