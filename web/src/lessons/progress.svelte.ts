/** Completed lesson steps of this device. */
import { isVariantId, type VariantId } from '../rules/variant';
import { SharedValue } from '../store/shared.svelte';

const STORAGE_KEY = 'komadai.lessons';

type Done = Partial<Record<VariantId, string[]>>;

function read(kept: unknown): Done {
	if (typeof kept !== 'object' || kept === null) return {};
	const known = Object.entries(kept).filter(
		(entry): entry is [VariantId, string[]] => isVariantId(entry[0]) && Array.isArray(entry[1]),
	);
	return Object.fromEntries(known.map(([game, steps]) => [game, steps.filter((step) => typeof step === 'string')]));
}

const done = new SharedValue(STORAGE_KEY, read);

export function stepsDone(game: VariantId): readonly string[] {
	return done.value[game] ?? [];
}

export function stepDone(game: VariantId, step: string): void {
	done.change((all) => {
		const before = all[game] ?? [];
		return before.includes(step) ? all : { ...all, [game]: [...before, step] };
	});
}

export function forgetSteps(game: VariantId): void {
	done.change((all) => ({ ...all, [game]: [] }));
}
