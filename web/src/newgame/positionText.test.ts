import { beforeAll, expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { readPosition } from './positionText';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

it('reads a position with the words of a program before it', () => {
	for (const text of [
		START,
		`sfen ${START}`,
		`position sfen ${START}`,
		`  position  sfen ${START} `,
		'startpos',
		'position startpos',
	])
		expect(readPosition(rules, 'shogi', text), text).toEqual({ position: START });
	const fen = 'rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1';
	expect(readPosition(rules, 'shogun', `position fen ${fen}`)).toEqual(readPosition(rules, 'shogun', fen));
});

it('plays the moves that a program adds', () => {
	const after = 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3';
	expect(readPosition(rules, 'shogi', 'position startpos moves 7g7f 3c3d')).toEqual({ position: after });
	expect(readPosition(rules, 'shogi', `position sfen ${START} moves 7g7f 3c3d`)).toEqual({ position: after });
	withLocale('en', () =>
		expect(readPosition(rules, 'shogi', 'position startpos moves 7g7f 7g7e')).toEqual({
			problem: 'Move 2 (“7g7e”) isn’t possible.',
		}),
	);
});

it('says of a record that it is one, and what can be read', () => {
	const records = [
		'手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)',
		'▲７六歩 △３四歩',
		'V2.2\nN+Aki\nPI\n+\n+7776FU',
		'[Event "Casual"]\n\n1. P-7f P-3d',
	];
	withLocale('en', () => {
		for (const record of records) {
			const read = readPosition(rules, 'shogi', record);
			expect('problem' in read && read.problem, record).toMatch(/game record.*SFEN/);
		}
		const read = readPosition(rules, 'shogun', '1. e4 e5');
		expect('problem' in read && read.problem).toMatch(/game record.* FEN/);
	});
});

it('counts the place of an error in what was pasted', () => {
	withLocale('en', () => {
		const bad = START.replace('9/9/9', '9/4x4/9');
		const usual = readPosition(rules, 'shogi', bad);
		const led = readPosition(rules, 'shogi', `position sfen ${bad}`);
		const at = (read: object) => Number(/at character (\d+)/.exec(JSON.stringify(read))?.[1]);
		expect(at(led) - at(usual)).toBe('position sfen '.length);
	});
});
