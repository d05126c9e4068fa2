/** What lasts as long as the tab, where the browser lets a page keep anything. */

export function readSession(key: string): string | null {
	try {
		return sessionStorage.getItem(key);
	} catch {
		return null;
	}
}

export function writeSession(key: string, value: string): void {
	try {
		sessionStorage.setItem(key, value);
	} catch {
		// It is shown once more after a reload, then.
	}
}
