/** A net that the page can fetch. */
export interface NetFile {
	/** Its address, with a part of its hash. */
	path: string;
	bytes: number;
	/** In hex. */
	sha256: string;
}

/** Where nets lie. */
export const NETS = '/assets/nets/';
