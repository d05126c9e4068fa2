// Generated from docs/openapi.json. Do not edit:
// KOMADAI_WRITE_TYPES=1 cargo nextest run --workspace --test server -E 'test(openapi)'
import type * as protocol from '../protocol';
import { ask } from './ask';

export const routes = {
	/** The caller's games: unfinished ones first, then finished ones, both newest first. */
	games: (query?: { 'before'?: number; 'ended'?: boolean; 'limit'?: number }) =>
		ask<protocol.GameList>('GET', `/api/games`, { query }),
	/** Makes a game. */
	createGame: (body: protocol.CreateGame, headers?: { 'Idempotency-Key'?: string }) =>
		ask<protocol.GamePage>('POST', `/api/games`, { body, headers }),
	/** A game as the caller sees it. */
	game: (id: protocol.GameKey, headers?: { 'Komadai-Invitation'?: string }) =>
		ask<protocol.GamePage>('GET', `/api/games/${encodeURIComponent(id)}`, { headers }),
	/** Takes the free seat. */
	join: (id: protocol.GameKey, body?: protocol.JoinGame) =>
		ask<protocol.GamePage>('POST', `/api/games/${encodeURIComponent(id)}/join`, { body }),
	/** Changes the caller's name, before an opponent has joined. */
	rename: (id: protocol.GameKey, body?: protocol.JoinGame) =>
		ask<protocol.GamePage>('POST', `/api/games/${encodeURIComponent(id)}/name`, { body }),
	/** The caller, the protocol's version and the reach of links. */
	me: () =>
		ask<protocol.Me>('GET', `/api/me`),
	/** The newest notifications of the caller, and how far they are read. */
	notifications: () =>
		ask<protocol.NotificationList>('GET', `/api/notifications`),
	/** Marks notifications as read, on all devices of the player. The mark never goes back. */
	readNotifications: (body: protocol.ReadNotifications) =>
		ask<void>('POST', `/api/notifications/read`, { body }),
	/** The caller's wins, losses, draws and rating in each game. */
	results: () =>
		ask<protocol.ResultList>('GET', `/api/results`),
	/** Ends all other sessions, all codes and the other tokens; the caller's session continues with the next secret. */
	endOtherSessions: (body?: protocol.EndOthers) =>
		ask<void>('DELETE', `/api/sessions`, { body }),
	/** The devices on which the player is signed in. */
	sessions: () =>
		ask<protocol.SessionList>('GET', `/api/sessions`),
	/** Redeems a code: starts a session, or proves the caller's own if it is of the same player. */
	signIn: (body: protocol.SignIn) =>
		ask<protocol.Me>('POST', `/api/sessions`, { body }),
	/** Prepares the secret with which the session continues after ending all others, in a cookie of its own. */
	prepareNextSecret: () =>
		ask<void>('POST', `/api/sessions/next`),
	/** Ends a session. */
	endSession: (session: string) =>
		ask<void>('DELETE', `/api/sessions/${encodeURIComponent(session)}`),
	/** Makes a code that signs in another device. */
	signInCode: () =>
		ask<protocol.SignInCode>('POST', `/api/sign-in-code`),
	/** Tokens that have not expired, oldest first. */
	tokens: () =>
		ask<protocol.TokenList>('GET', `/api/tokens`),
	/** Makes a token. No other answer has its secret. */
	createToken: (body: protocol.CreateToken) =>
		ask<protocol.NewToken>('POST', `/api/tokens`, { body }),
	/** Revokes a token. */
	revokeToken: (token: string) =>
		ask<void>('DELETE', `/api/tokens/${encodeURIComponent(token)}`),
};
