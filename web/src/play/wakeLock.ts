/** Screen wake lock while the page is visible. */

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

export function wakeScreen(ports: WakeLockPorts = browser()): () => void {
	const { request } = ports;
	// The API needs a secure context, unlike plain HTTP on a local network.
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
			// Refused, for example on low battery: the game works without it.
		}
	};
	// Browsers release the lock when the page is hidden.
	const unwatch = ports.onVisibility(hold);
	void hold();
	return () => {
		ended = true;
		unwatch();
		release();
	};
}
