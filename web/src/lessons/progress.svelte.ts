/** Which steps have been done on this device. */
import { type GameId, isGameId } from '../games/game';
import { readJson, writeJson } from '../store/storage';

const KEY = 'komadai.lessons';

type Done = Partial<Record<GameId, string[]>>;

function read(): Done {
	const kept = readJson(KEY);
	if (typeof kept !== 'object' || kept === null) return {};
	const known = Object.entries(kept).filter(
		(entry): entry is [GameId, string[]] => isGameId(entry[0]) && Array.isArray(entry[1]),
	);
	return Object.fromEntries(
		known.map(([game, steps]) => [game, steps.filter((step) => typeof step === 'string')]),
	);
}

let done: Done = $state.raw(read());

export function stepsDone(game: GameId): readonly string[] {
	return done[game] ?? [];
}

function keep(next: Done): void {
	done = next;
	writeJson(KEY, next);
}

export function stepDone(game: GameId, step: string): void {
	// Another tab may have done something meanwhile.
	const kept = read();
	const before = kept[game] ?? [];
	keep(before.includes(step) ? kept : { ...kept, [game]: [...before, step] });
}

export function forgetSteps(game: GameId): void {
	keep({ ...read(), [game]: [] });
}
