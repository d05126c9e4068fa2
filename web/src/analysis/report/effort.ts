/** Search effort of a report, by the speed of the device. */

/** Nodes per position: default on a desktop computer, minimum and maximum. */
export const USUAL_NODES = 100_000;
const MIN_NODES = 10_000;
const MAX_NODES = 200_000;

/** Time limits of a report in seconds: for the default effort and more, and for less. */
const QUICK_S = 50;
const SLOW_S = 130;

/** Nodes per position at a speed in nodes per second. */
export function effortFor(speed: number, positions: number): number {
	const within = (seconds: number) => Math.floor((speed * seconds) / Math.max(1, positions) / 1000) * 1000;
	const quick = within(QUICK_S);
	if (quick >= USUAL_NODES) return Math.min(MAX_NODES, quick);
	return Math.min(USUAL_NODES, Math.max(MIN_NODES, within(SLOW_S)));
}
