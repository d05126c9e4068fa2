/** Deferral of work until after painting or until idle, in tasks short enough to keep the page responsive. */

/** Pages in the background are not painted: continue after this time. */
const BACKGROUND_MS = 250;

/** Resolves after the next paint. */
export function painted(): Promise<void> {
	if (globalThis.document?.visibilityState !== 'visible') return Promise.resolve();
	return new Promise((done) => {
		setTimeout(done, BACKGROUND_MS);
		requestAnimationFrame(() => setTimeout(done));
	});
}

/** Resolves in a new task, without the throttling of timers in background tabs. */
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

const BUSY_MS = 2_000;

/** Resolves once the page has loaded and is idle; at once outside a browser. */
export async function idle(): Promise<void> {
	const { document, window } = globalThis;
	if (!document) return;
	if (document.readyState !== 'complete') {
		await new Promise((done) => window.addEventListener('load', done, { once: true }));
	}
	await painted();
	// Safari has no `requestIdleCallback`.
	await new Promise<void>((done) => {
		if ('requestIdleCallback' in window) window.requestIdleCallback(() => done(), { timeout: BUSY_MS });
		else setTimeout(done, BUSY_MS / 10);
	});
}
