/** Local storage that never throws: private windows and full disks only lose memory, not the game. */

export function readJson(key: string): unknown {
	try {
		const text = globalThis.localStorage?.getItem(key);
		return text == null ? undefined : JSON.parse(text);
	} catch {
		return undefined;
	}
}

export function writeJson(key: string, value: unknown): boolean {
	try {
		globalThis.localStorage?.setItem(key, JSON.stringify(value));
		return true;
	} catch {
		return false;
	}
}

/** Whether the browser lets this page keep anything at all: where it does, a failed write means that there is no room. */
export function storageIsOpen(): boolean {
	try {
		return Boolean(globalThis.localStorage);
	} catch {
		return false;
	}
}

export function removeKey(key: string): void {
	try {
		globalThis.localStorage?.removeItem(key);
	} catch {
		// Nothing was stored in the first place.
	}
}

export function keysWith(prefix: string): string[] {
	try {
		return Object.keys(globalThis.localStorage ?? {}).filter((key) => key.startsWith(prefix));
	} catch {
		return [];
	}
}
