import { expect, it } from 'vitest';
import { letterOf, pieceLetter, pieceSheet, roleFromText, roleOf } from './pieceSheet';

it('letters and roles convert both ways', () => {
	for (const letter of ['P', 'pP', 'K', 'pR']) expect(letterOf(roleOf(letter))).toBe(letter);
	expect(roleFromText('+p')).toBe(roleOf('pP'));
	expect(roleFromText('P')).toBe(roleFromText('p'));
	expect(pieceLetter({ letter: 'R', promoted: true })).toBe('pR');
});

it('has a picture for each side, and turned ones where pieces point', () => {
	const sheet = pieceSheet('shogi', ['P'], 'kanji');
	expect(sheet).toContain('/pieces/kanji/shogi/first-P.svg');
	expect(sheet).toContain('/pieces/kanji/shogi/flipped/second-P.svg');
	expect(pieceSheet('shogun', ['pF'], 'figures')).not.toContain('flipped');
	expect(pieceSheet('shogun', ['pF'], 'kanji')).toContain('/pieces/kanji/shogun/flipped/first-pF.svg');
});
