let online = $state(globalThis.navigator?.onLine !== false);

export function isOnline(): boolean {
	return online;
}

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
