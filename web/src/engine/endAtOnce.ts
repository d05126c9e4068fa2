/**
 * Chromium lets the script of a Worker that was ended run on for two seconds, unless it waits for something. So a
 * search, which asks for the time again and again, now and then waits for a blob to be read. In a Worker that was
 * ended this fails, and the search with it.
 */

/** Reading takes about a millisecond. */
const EVERY_MS = 60;

/** Reads something small and waits for it; throws in a Worker that was ended. */
export type Wait = () => void;

function waiting(): Wait {
	const address = URL.createObjectURL(new Blob(['.']));
	return () => {
		const request = new XMLHttpRequest();
		request.open('GET', address, false);
		request.send();
	};
}

/** A clock that ends whoever asks it in a Worker that was ended; the clock itself where waiting does not work. */
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
