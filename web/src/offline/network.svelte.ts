/** Whether the browser has a network, as far as it knows. */

let online = $state(globalThis.navigator?.onLine !== false);

export function isOnline(): boolean {
	return online;
}

/** Keeps an eye on it; gives the way to stop. */
export function watchNetwork(): () => void {
	const look = () => {
		online = navigator.onLine;
	};
	look();
	addEventListener('online', look);
	addEventListener('offline', look);
	return () => {
		removeEventListener('online', look);
		removeEventListener('offline', look);
	};
}
