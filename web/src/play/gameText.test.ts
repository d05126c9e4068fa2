import { expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import type { GameOutcome } from '../rules/module';
import type { Session } from '../session/session';
import { gameEndText, turnText } from './gameText';

const words = (game: string, outcome: GameOutcome) =>
	gameEndText({ game, handicap: false } as unknown as Session, outcome);

it('the end of a game names winner and reason in one line', () => {
	expect(words('shogi', { winner: 'second', reason: 'resignation', ply: 8 })).toBe('Gote won (resignation)');
	expect(words('shogun', { winner: 'first', reason: 'checkmate', ply: 8 })).toBe('White won (checkmate)');
	expect(words('minishogi', { winner: null, reason: 'agreement', ply: 8 })).toBe('Draw (by agreement)');
});

it('in Tori Shogi a repetition is lost by the side that had to vary', () => {
	expect(words('torishogi', { winner: 'second', reason: 'repetition', ply: 13 })).toBe(
		'Gote won (Sente failed to deviate)',
	);
	expect(words('shogi', { winner: null, reason: 'repetition', ply: 13 })).toBe('Draw (repetition)');
});

it('while the opponent thinks, the line names the opponent', () => {
	const players = {
		first: { name: 'You', note: '', you: true },
		second: { name: 'Sakura', note: '', you: false },
	};
	const history = { now: { side: 'second' } };
	const session = { game: 'shogi', movers: [], players, history } as unknown as Session;
	expect(turnText(session)).toBe('Sakura to move');
	expect(withLocale('ja', () => turnText(session))).toBe('Sakuraさんの番');
	expect(turnText({ ...session, isWatcher: true })).toBe('Gote to move');
});
