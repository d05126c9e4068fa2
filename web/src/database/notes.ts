/** What was added to a game after it was played: it outlives the game's being kept again. */
import { mainMoves } from '../records/mainLine';
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

/** The nodes with this end of the main line, where they have none. */
function withEnd(nodes: readonly RecordNode[], { outcome }: StoredGame, plies: number): RecordNode[] {
	if (!outcome || nodes.some(({ end }) => end)) return [...nodes];
	const line = [0];
	for (let ply = 0; ply < plies; ply++) line.push(nodes.findIndex(({ parent }) => parent === line[ply]));
	return [...nodes, { parent: line[plies] ?? 0, end: outcome }];
}

/**
 * What to write of a game that is kept again: nothing where it has not changed, else the game with the name and the notes it had. Where it has become another one, as after moves
 * were taken back, the one with the notes is kept beside it.
 */
export function withNotes(game: StoredGame, before: StoredGame | undefined): StoredGame[] {
	if (!before) return [game];
	const named = { ...game, name: before.name };
	const [now, then] = [mainMoves(game.record.nodes), mainMoves(before.record.nodes)];
	const same = now.join() === then.join();
	if (same && game.outcome?.reason === before.outcome?.reason) return [];
	if (!hasNotes(before.record.nodes)) return [named];
	if (!same) return [named, { ...before, id: `${before.id}-${before.updatedAt}` }];
	const nodes = withEnd(before.record.nodes, game, now.length);
	return [{ ...named, record: { ...before.record, nodes } }];
}
