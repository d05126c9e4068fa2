/** HTTP client of the server: the routes, and what the page adds to them. */
import type { CreateGame, GameList, GamePage, JoinGame, PlayerInfo } from '../protocol';
import { identityIs } from './identity';
import { routes } from './routes';

export { ApiFailure, type FailureCode } from './ask';

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

export const api = {
	...routes,
	games: () => becoming(routes.games(), listed),
	/** Finished games, latest first; `before` is the cursor of the previous page. */
	endedGames: (before: number | null) => routes.games(before === null ? { ended: true } : { before }),
	/** `invitation` is the fragment of an invite link. */
	game: (id: string, invitation = '') => routes.game(id, invitation ? { 'Komadai-Invitation': invitation } : {}),
	/** Idempotent: `name` is the idempotency key. */
	createGame: (game: CreateGame, name: string) =>
		becoming(routes.createGame(game, { 'Idempotency-Key': name }), seated),
	join: (id: string, body: JoinGame) => becoming(routes.join(id, body), seated),
	signIn: (code: string) => becoming(routes.signIn({ code }), ({ player }) => player),
	endOtherSessions: async (keep_tokens: string[]) => {
		// Rotate the session secret first, so that a lost response does not lose the session.
		await routes.prepareNextSecret();
		await routes.endOtherSessions({ keep_tokens });
	},
};
