/** Where a link must lead so that others can open it, and who those others can be. */
import { api } from '../net/api';
import type { Reach } from '../protocol';

export interface LinkOrigin {
	origin: string;
	reach: Reach;
}

const THIS_DEVICE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address in the browser's bar works for whoever reads it there; only this device's own needs the server's word. */
export async function linkOrigin(): Promise<LinkOrigin> {
	const { origin, hostname } = location;
	if (!THIS_DEVICE.test(hostname)) return { origin, reach: 'public' };
	try {
		const me = await api.me();
		return { origin: me.reach === 'this-device' ? origin : me.origin, reach: me.reach };
	} catch {
		return { origin, reach: 'this-device' };
	}
}
