export interface NetFile {
	/** Contains a part of the hash. */
	path: string;
	bytes: number;
	/** Hex. */
	sha256: string;
}

export const NETS = '/assets/nets/';
