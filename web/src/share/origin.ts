/** Origin of shared links, and the reach of that origin. */
import { api } from '../net/api';
import type { Reach } from '../protocol';

export interface LinkOrigin {
	origin: string;
	reach: Reach;
}

const THIS_DEVICE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Replaces a loopback address, which only this device can open, by the origin that the server knows. */
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
