import { beforeAll, expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import type { VariantId } from '../rules/variant';
import { finalPosition, isRecord, readPosition } from './readPosition';
import { recordsForTests } from './testRecords';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

it('reads a position behind USI and UCI keywords', () => {
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

it('plays the moves behind a position', () => {
	const after = 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3';
	expect(readPosition(rules, 'shogi', 'position startpos moves 7g7f 3c3d')).toEqual({ position: after });
	expect(readPosition(rules, 'shogi', `position sfen ${START} moves 7g7f 3c3d`)).toEqual({ position: after });
	withLocale('en', () =>
		expect(readPosition(rules, 'shogi', 'position startpos moves 7g7f 7g7e')).toEqual({
			problem: 'Move 2 (“7g7e”) isn’t possible.',
		}),
	);
});

it('starts from the final position of a record, or names its fault', async () => {
	const records = await recordsForTests();
	const read = (game: VariantId, text: string) => {
		expect(isRecord(text), text).toBe(true);
		const reader = new records.RecordReader(game);
		const [first] = [...reader.read(new TextEncoder().encode(text)), ...reader.finish()];
		reader.free();
		return first ? finalPosition(rules, game, first) : undefined;
	};
	const after = { position: 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3' };
	for (const text of [
		'手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)',
		'▲７六歩 △３四歩',
		'V2.2\nN+Aki\nPI\n+\n+7776FU\n-3334FU',
		'[Event "Casual"]\n\n1. P-7f P-3d',
	])
		expect(read('shogi', text), text).toEqual(after);
	expect(read('shogun', '1. e4 e5')).toHaveProperty('position');
	withLocale('en', () => {
		expect(read('shogi', '手合割：平手\n   1 ７五歩(77)')).toEqual({
			problem: expect.stringMatching(/^Line 2, column 6 “７五歩\(77\)” This move isn’t legal\./),
		});
		expect(read('shogi', '[Variant "Minishogi"]\n\n1. P-53')).toEqual({
			problem: 'This is a record of Minishogi.',
		});
	});
	expect(isRecord('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1')).toBe(false);
});

it('counts the place of an error in the pasted text', () => {
	withLocale('en', () => {
		const bad = START.replace('9/9/9', '9/4x4/9');
		const usual = readPosition(rules, 'shogi', bad);
		const led = readPosition(rules, 'shogi', `position sfen ${bad}`);
		const at = (read: object) => Number(/at character (\d+)/.exec(JSON.stringify(read))?.[1]);
		expect(at(led) - at(usual)).toBe('position sfen '.length);
	});
});
