import type { Side } from '../rules/variant';

/** Name under which Ground labels the pieces of a hand. */
export const heldName = (side: Side, letter: string): string => `${side} ${letter}`;

/** The pieces of one kind in a hand, as drawn. */
export function heldPiece(side: Side, letter: string, within: ParentNode = document): Element | null {
	return within.querySelector(`[data-held="${heldName(side, letter)}"]`);
}

/** Sets an attribute on them; returns its removal, for an effect. */
export function markHeld(side: Side, letter: string, attribute: 'data-hint' | 'data-ring'): () => void {
	const piece = heldPiece(side, letter);
	piece?.setAttribute(attribute, '');
	return () => piece?.removeAttribute(attribute);
}
