/** Keeps the screen awake, where the browser can: only while somebody looks, and again when they come back. */

export interface WakeLockPorts {
	request: (() => Promise<{ release(): Promise<void> }>) | undefined;
	visible(): boolean;
	onVisibility(run: () => void): () => void;
}

const browser = (): WakeLockPorts => ({
	request: navigator.wakeLock ? () => navigator.wakeLock.request('screen') : undefined,
	visible: () => document.visibilityState === 'visible',
	onVisibility(run) {
		document.addEventListener('visibilitychange', run);
		return () => document.removeEventListener('visibilitychange', run);
	},
});

/** From now on until the returned function is called. */
export function wakeScreen(ports: WakeLockPorts = browser()): () => void {
	const { request } = ports;
	// Plain HTTP on a local network has no wake lock: the screen sleeps when it likes.
	if (!request) return () => {};
	let ended = false;
	let lock: { release(): Promise<void> } | undefined;
	const release = () => {
		lock?.release().catch(() => {});
		lock = undefined;
	};
	const hold = async () => {
		if (ended || !ports.visible()) return;
		try {
			const got = await request();
			release();
			lock = got;
			if (ended) release();
		} catch {
			// Refused, for want of battery perhaps: no reason to disturb a game.
		}
	};
	// Browsers take the lock away when the page is hidden.
	const unwatch = ports.onVisibility(hold);
	void hold();
	return () => {
		ended = true;
		unwatch();
		release();
	};
}
