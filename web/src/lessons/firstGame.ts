/** The first game of each variant, with a coach. */

import { FIRST_GAME } from '../database/gameRecord';
import { beginGame, type HeldBoard, heldBoards, openOrNew } from '../database/heldBoard.svelte';
import { EASY } from '../levels/levels';
import type { VariantId } from '../rules/variant';
import { newRecord } from '../session/new';

export function newFirstGame(game: VariantId): HeldBoard {
	const opponent = { kind: 'computer', level: EASY, you: 'first' } as const;
	const choice = { game, start: '', rules: {}, opponent, clock: { kind: 'none' } } as const;
	const now = Date.now();
	return beginGame(newRecord(choice, now, `${FIRST_GAME}${game}-${now.toString(36)}`));
}

/** The latest unfinished one, or else a new one. */
export async function goingFirstGame(game: VariantId): Promise<HeldBoard> {
	const boards = await heldBoards('local', 'going');
	const [latest] = boards
		.flatMap((board) => (board.kind === 'local' ? board.record : []))
		.filter((record) => record.game === game && record.id.startsWith(FIRST_GAME))
		.sort((a, b) => b.updatedAt - a.updatedAt);
	return latest ? await openOrNew(latest.id) : newFirstGame(game);
}
