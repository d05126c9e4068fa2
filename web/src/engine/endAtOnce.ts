/**
 * Quick termination of a Worker in Chromium, which lets a terminated script run on for two seconds unless it blocks.
 * The search reads the clock often, so the clock blocks at intervals on reading a blob: in a terminated Worker the read
 * fails and ends the search.
 */

/** A read takes about 1 ms. */
const EVERY_MS = 60;

/** Blocking read; throws in a terminated Worker. */
export type Wait = () => void;

function waiting(): Wait {
	const address = URL.createObjectURL(new Blob(['.']));
	return () => {
		const request = new XMLHttpRequest();
		request.open('GET', address, false);
		request.send();
	};
}

/** A clock that throws in a terminated Worker; `clock` itself where blocking reads are unavailable. */
export function clockOfWorker(clock: () => number, wait: Wait = waiting()): () => number {
	try {
		wait();
	} catch {
		return clock;
	}
	let waited = clock();
	return () => {
		const now = clock();
		if (now - waited < EVERY_MS) return now;
		wait();
		waited = clock();
		return waited;
	};
}
