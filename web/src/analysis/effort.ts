/** Search limits: seconds, plies, or none. */

export const EFFORT_KINDS = ['time', 'depth', 'endless'] as const;
export type EffortKind = (typeof EFFORT_KINDS)[number];
export type Effort = `time-${number}` | `depth-${number}` | 'endless';

/** Bounds: seconds per position, or plies. */
export const EFFORT_LIMITS = {
	time: { least: 1, most: 3_600, usual: 15 },
	depth: { least: 1, most: 60, usual: 16 },
} as const;

export const NO_LIMIT_MS = 24 * 60 * 60 * 1000;

export function isWithin(kind: 'time' | 'depth', count: number): boolean {
	const { least, most } = EFFORT_LIMITS[kind];
	return Number.isInteger(count) && count >= least && count <= most;
}

/** Parses a stored or chosen limit; null if out of bounds. */
export function readEffort(text: unknown): Effort | null {
	if (text === 'endless') return text;
	const [, kind, number] = /^(time|depth)-(\d{1,5})$/.exec(String(text)) ?? [];
	const count = Number(number);
	return (kind === 'time' || kind === 'depth') && isWithin(kind, count) ? `${kind}-${count}` : null;
}

/** Kind and number; 0 without a limit. */
export function effortOf(effort: Effort): { kind: EffortKind; count: number } {
	const [kind, number] = effort.split('-');
	return { kind: kind as EffortKind, count: Number(number ?? 0) };
}
