import { afterEach, beforeAll, expect, it } from 'vitest';
import { GameHistory } from '../board/gameHistory.svelte';
import { refusalCodeText, refusalText } from '../games/refusals';
import { withLocale } from '../i18n/locale.svelte';
import { timeSpeech } from '../play/clockSpeech';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import type { VariantId } from '../rules/variant';
import { type Notation, settings } from '../settings/settings.svelte';
import { around, textOf } from '../widgets/phrases';
import { moveSpeech } from './moveSpeech';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

afterEach(() => {
	settings.notation = { shogi: 'usual', torishogi: 'usual', shogun: 'usual' };
	settings.toriFromLeft = false;
});

function phrases(game: VariantId, start: string, ...moves: string[]) {
	return moveSpeech(new GameHistory(rules, game, start, moves, {}), moves.length, false);
}

function words(game: VariantId, start: string, ...moves: string[]): string {
	return textOf(phrases(game, start, ...moves));
}

function choose(notation: Notation): void {
	settings.notation = { shogi: notation, torishogi: notation, shogun: notation };
}

it('tells moves, captures, drops and promotions by name', () => {
	expect(words('shogi', '', '7g7f')).toBe('Sente: Pawn from 7 7 to 7 6');
	expect(words('shogi', '', '7g7f', '3c3d', '8h2b+')).toBe(
		'Sente: Bishop from 8 8 takes Bishop on 2 2, promotes to Horse',
	);
	expect(words('shogi', '', '7g7f', '3c3d', '8h2b')).toBe(
		'Sente: Bishop from 8 8 takes Bishop on 2 2, does not promote',
	);
	expect(words('shogi', '4k4/9/9/9/9/9/9/9/4K4 b G 1', 'G*5b')).toBe('Sente: Gold dropped on 5 2, Check');
	expect(words('torishogi', '', '3d3c')).toBe('Sente: Swallow from 3 4 takes Swallow on 3 3');
});

it('names castling and the other moves of chess alone', () => {
	const open = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[] w KQkq - 0 1';
	expect(words('shogun', open, 'e1g1')).toBe('White: castles short');
	expect(words('shogun', open, 'a2a3', 'e8c8')).toBe('Black: castles long');
	expect(words('shogun', '', 'e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6')).toBe(
		'White: Pawn from e5 takes Pawn en passant, to d6',
	);
});

it('names the start position', () => {
	expect(words('minishogi', '')).toBe('Start position');
});

it('tells moves in the notation that was chosen', () => {
	const trade = ['7g7f', '3c3d', '8h2b+'];
	const golds = '4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1';
	const drop = '4k4/9/9/9/9/9/9/9/4K4 b G 1';
	choose('western');
	expect(words('shogi', '', '7g7f')).toBe('Sente: Pawn 7 6');
	expect(words('shogi', '', ...trade)).toBe('Sente: Bishop takes 2 2, promotes to Horse');
	expect(words('shogi', '', '7g7f', '3c3d', '8h2b')).toBe('Sente: Bishop takes 2 2, does not promote');
	expect(words('shogi', golds, '6h5h')).toBe('Sente: Gold 6 8 to 5 8');
	expect(words('shogi', '4k4/9/9/9/9/9/9/3G1+P3/4K4 b - 1', '4h5h')).toBe('Sente: Tokin 5 8');
	expect(words('torishogi', '', '3d3c')).toBe('Sente: Swallow takes 3 3');
	choose('western-letters');
	expect(words('shogi', drop, 'G*5b')).toBe('Sente: Gold drop 5b, Check');
	choose('hosking');
	expect(words('shogi', drop, 'G*5b')).toBe('Sente: Gold drop 5 2, Check');
	choose('usi');
	expect(words('shogi', '', ...trade)).toBe('Sente: 8h 2b, promotes to Horse');
	expect(words('shogi', drop, 'G*5b')).toBe('Sente: Gold drop 5b, Check');
	expect(words('shogun', '', 'g1f3')).toBe('White: g1 f3');
});

it('tells moves in Japanese notation with a Japanese voice, and the rest in the language of the page', () => {
	choose('japanese');
	expect(phrases('shogi', '', '7g7f')).toEqual([{ text: 'Sente: ' }, { text: '７六歩', lang: 'ja' }]);
	expect(phrases('shogi', '4k4/9/9/9/9/9/9/9/4K4 b G 1', 'G*5b')).toEqual([
		{ text: 'Sente: ' },
		{ text: '５二金', lang: 'ja' },
		{ text: ', Check' },
	]);
	choose('japanese-digits');
	expect(words('shogi', '', '7g7f', '3c3d', '8h2b+')).toBe('Sente: 2 2角成');
	expect(words('shogi', '', '7g7f', '3c3d', '8h2b+', '3a2b')).toBe('Gote: 同銀');
	withLocale('ja', () => expect(words('shogi', '', '7g7f')).toBe('先手、7 6歩'));
	choose('kawasaki');
	expect(words('shogi', '', '7g7f')).toBe('Sente: 歩 7 6');
	expect(words('shogi', '', '7g7f', '3c3d', '8h2b+')).toBe('Sente: 角 2 2 成');
	expect(words('shogi', '', '7g7f', '3c3d', '8h2b+', '3a2b')).toBe('Gote: 同銀');
	expect(words('shogi', '4k4/9/9/9/9/9/9/3G1G3/4K4 b G 1', '6h5h')).toBe('Sente: 金 6 8 から 5 8');
	expect(words('shogi', '4k4/9/9/9/9/9/9/9/4K4 b G 1', 'G*5b')).toBe('Sente: 金打 5 2, Check');
});

it('files counted from the left are announced so in every notation', () => {
	settings.toriFromLeft = true;
	choose('japanese');
	expect(words('torishogi', '', '3d3c')).toBe('Sente: Swallow from 5 4 takes Swallow on 5 3');
});

it('a message may have text before and after its phrases, or on one side', () => {
	const move = { text: '７六歩', lang: 'ja' };
	expect(around((inside) => `Move 3. ${inside}!`, [move])).toEqual([{ text: 'Move 3. ' }, move, { text: '!' }]);
	expect(around((inside) => inside, [move])).toEqual([move]);
});

it('names the piece that doesn’t move like that', () => {
	const history = new GameHistory(rules, 'torishogi', '4k2/7/7/3+F3/7/7/3K3 b - 1', [], {});
	const refusal = history.explain({ from: '4d', to: '3b' });
	expect(refusal).toMatchObject({ code: 'wrong-movement', piece: 'pF' });
	expect(refusalCodeText('torishogi', 'wrong-movement', refusal?.piece)).toBe('An eagle doesn’t move like that.');
	expect(refusalCodeText('torishogi', 'wrong-movement')).toBe('This piece doesn’t move like that.');
	expect(refusalCodeText('shogi', 'not-your-turn')).toBe('It is not your turn.');
});

it('tells apart a check that is not answered and a move into check', () => {
	const said = (position: string, from: string, to: string) => {
		const refusal = new GameHistory(rules, 'shogi', position, [], {}).explain({ from, to });
		return refusal && refusalText('shogi', refusal);
	};
	expect(said('4r3k/9/9/9/9/9/9/8P/4K4 b - 1', '1h', '1g')).toBe(
		'That doesn’t answer the check: your king would still be in check.',
	);
	expect(said('4r3k/9/9/9/9/9/9/4G4/4K4 b - 1', '5h', '4h')).toBe('Your king would be in check.');
});

it('tells times in words', () => {
	expect(timeSpeech(0)).toBe('0 seconds');
	expect(timeSpeech(61_000)).toBe('1 minute 1 second');
	expect(timeSpeech(3_600_000)).toBe('1 hour');
	expect(timeSpeech(59_001)).toBe('1 minute');
});
