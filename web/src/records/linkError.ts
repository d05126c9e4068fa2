export type LinkFault =
	| { code: 'empty' }
	| { code: 'version' | 'game' | 'part' | 'twice'; text: string }
	| { code: 'value'; part: string; text: string }
	| { code: 'moves'; number: number; text: string }
	| { code: 'cut'; count: number; found: number };

export class LinkError extends Error {
	constructor(readonly fault: LinkFault) {
		super(JSON.stringify(fault));
	}
}
