/** What can wait until something is seen, and work that is done in parts, so that presses are answered in between. */

/** A page in the background is not painted; what waits for that goes on all the same. */
const BACKGROUND_MS = 250;

/** Resolves once what stands in the page has been painted. */
export function painted(): Promise<void> {
	if (globalThis.document?.visibilityState !== 'visible') return Promise.resolve();
	return new Promise((done) => {
		setTimeout(done, BACKGROUND_MS);
		requestAnimationFrame(() => setTimeout(done));
	});
}

/** Resolves in a task of its own; unlike a timer's, it comes as soon in a page in the background. */
export function nextTask(): Promise<void> {
	return new Promise((done) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			done();
		};
		port2.postMessage(null);
	});
}

/** However busy the page is, what waits for it to be idle begins after this. */
const BUSY_MS = 2_000;

/** Resolves once the page and its pictures have come and nothing is being done; in no page at once. */
export async function idle(): Promise<void> {
	const { document, window } = globalThis;
	if (!document) return;
	if (document.readyState !== 'complete') {
		await new Promise((done) => window.addEventListener('load', done, { once: true }));
	}
	await painted();
	// Not every browser says when it is idle.
	await new Promise<void>((done) => {
		if ('requestIdleCallback' in window) window.requestIdleCallback(() => done(), { timeout: BUSY_MS });
		else setTimeout(done, BUSY_MS / 10);
	});
}
