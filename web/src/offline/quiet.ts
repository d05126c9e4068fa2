/** Counter of pending loads, so that low-priority work can wait until the page is idle. */

let pending = 0;
let begun = 0;
const waiting: (() => void)[] = [];

export function loading<T>(load: Promise<T>): Promise<T> {
	pending += 1;
	begun += 1;
	const done = () => {
		pending -= 1;
		if (pending === 0) for (const go of waiting.splice(0)) go();
	};
	load.then(done, done);
	return load;
}

function documentLoaded(): Promise<void> {
	if (globalThis.document?.readyState !== 'loading' && globalThis.document?.readyState !== 'interactive')
		return Promise.resolve();
	return new Promise((loaded) => addEventListener('load', () => loaded(), { once: true }));
}

/** Resolves when nothing has been loading for `ms` milliseconds. */
export async function quiet(ms: number): Promise<void> {
	await documentLoaded();
	for (;;) {
		if (pending > 0) await new Promise<void>((go) => waiting.push(go));
		const before = begun;
		await new Promise((later) => setTimeout(later, ms));
		if (pending === 0 && begun === before) return;
	}
}
