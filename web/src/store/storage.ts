/** Local storage that never throws, in private windows and with a full disk. */

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

/** `true` if local storage is available, so that a failed write means a full quota. */
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
		// Storage is unavailable.
	}
}

export function keysWith(prefix: string): string[] {
	try {
		return Object.keys(globalThis.localStorage ?? {}).filter((key) => key.startsWith(prefix));
	} catch {
		return [];
	}
}
