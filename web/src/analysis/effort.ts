/** When a search ends: after seconds, at a depth in plies, or when somebody stops it. */

export const EFFORT_KINDS = ['time', 'depth', 'endless'] as const;
export type EffortKind = (typeof EFFORT_KINDS)[number];
export type Effort = `time-${number}` | `depth-${number}` | 'endless';

/** What a number may be: seconds for a position, or plies, which no search gets far beyond. */
export const EFFORT_LIMITS = {
	time: { least: 1, most: 3_600, usual: 15 },
	depth: { least: 1, most: 60, usual: 16 },
} as const;

/** Until somebody stops it. */
export const NO_LIMIT_MS = 24 * 60 * 60 * 1000;

/** Whether a number is a whole one within the limits of its kind. */
export function isWithin(kind: 'time' | 'depth', count: number): boolean {
	const { least, most } = EFFORT_LIMITS[kind];
	return Number.isInteger(count) && count >= least && count <= most;
}

/** What was kept or chosen; nothing where its number is out of bounds. */
export function readEffort(text: unknown): Effort | null {
	if (text === 'endless') return text;
	const [, kind, number] = /^(time|depth)-(\d{1,5})$/.exec(String(text)) ?? [];
	const count = Number(number);
	return (kind === 'time' || kind === 'depth') && isWithin(kind, count) ? `${kind}-${count}` : null;
}

/** Its kind and number; 0 where it has none. */
export function effortOf(effort: Effort): { kind: EffortKind; count: number } {
	const [kind, number] = effort.split('-');
	return { kind: kind as EffortKind, count: Number(number ?? 0) };
}
