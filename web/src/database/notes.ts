/** Notes of a game, which survive further play. */
import { mainLine, mainMoves } from '../records/mainLine';
import type { RecordNode } from '../records/record';
import type { StoredGame } from './games';

function hasNotes(nodes: readonly RecordNode[]): boolean {
	const parents = nodes.map(({ parent }) => parent);
	const branches = new Set(parents).size < parents.length;
	return (
		branches ||
		nodes.some(
			({ comment, commentBefore, nags, bookmark, eval: score, shapes }) =>
				comment || commentBefore || nags?.length || bookmark || score || shapes?.length,
		)
	);
}

/** The nodes with the game's further moves and end. */
function goneOn(nodes: readonly RecordNode[], { record, outcome }: StoredGame): RecordNode[] {
	const next = [...nodes];
	let at = 0;
	for (const { parent: _, end, ...played } of mainLine(record.nodes)) {
		const known = next.findIndex(({ parent, move }, index) => index > 0 && parent === at && move === played.move);
		if (end || known >= 0) {
			at = Math.max(at, known);
			continue;
		}
		next.push({ ...played, parent: at });
		at = next.length - 1;
	}
	if (outcome && !next.some(({ end }) => end)) next.push({ parent: at, end: outcome });
	return next;
}

/**
 * Games to write in place of `before`: none if unchanged, else the new state with the old name and notes. After a
 * take-back, a game with notes is also kept on its own.
 */
export function withNotes(game: StoredGame, before: StoredGame | undefined): StoredGame[] {
	if (!before) return [game];
	const named = { ...game, name: before.name };
	const [now, then] = [mainMoves(game.record.nodes), mainMoves(before.record.nodes)];
	const goesOn = then.every((move, ply) => move === now[ply]);
	if (goesOn && now.length === then.length && game.outcome?.reason === before.outcome?.reason) return [];
	if (!hasNotes(before.record.nodes)) return [named];
	if (!goesOn) return [named, aside(before, before.updatedAt)];
	return [{ ...named, record: { ...before.record, nodes: goneOn(before.record.nodes, game) } }];
}

/** Copy under a new id, which no page resumes. */
export function aside({ state: _, home: __, revision: ___, ...game }: StoredGame, at: number): StoredGame {
	return { ...game, id: `${game.id}-${at}`, updatedAt: at };
}
