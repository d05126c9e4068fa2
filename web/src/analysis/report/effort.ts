/** How hard a report tries: by the speed of the device, so that nobody waits for too long. */

/** Nodes a position on a desktop computer, and what is too little or of no more use. */
export const USUAL_NODES = 100_000;
const MIN_NODES = 10_000;
const MAX_NODES = 200_000;

/** How long a report may take where the usual effort fits in, and where less has to do. */
const QUICK_S = 50;
const SLOW_S = 130;

/** Nodes for each of so many positions, at a speed in nodes a second. */
export function effortFor(speed: number, positions: number): number {
	const within = (seconds: number) => Math.floor((speed * seconds) / Math.max(1, positions) / 1000) * 1000;
	const quick = within(QUICK_S);
	if (quick >= USUAL_NODES) return Math.min(MAX_NODES, quick);
	return Math.min(USUAL_NODES, Math.max(MIN_NODES, within(SLOW_S)));
}
