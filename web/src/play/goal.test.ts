import { afterEach, expect, it, vi } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import type { Session } from '../session/session';
import { goalText } from './goal';

let finished: string[] = [];
vi.mock('../store/finishedVariants', () => ({ hasFinished: (game: string) => finished.includes(game) }));
afterEach(() => {
	finished = [];
});

const at = (game: string, ply = 0) => ({ game, history: { now: { ply } } }) as unknown as Session;

it('before the first move a new player reads the goal, with the name of the piece', () => {
	expect(goalText(at('shogi'))).toBe('Checkmate the king to win');
	expect(goalText(at('torishogi'))).toBe('Trap the phoenix (鵬) to win');
	expect(withLocale('ja', () => goalText(at('shogun')))).toBe('キングを詰ませば勝ち');
	expect(goalText(at('shogi', 1))).toBeNull();
	expect(goalText({ ...at('shogi'), readOnly: true })).toBeNull();
});

it('a player who has finished a game of the variant is not told the goal', () => {
	finished = ['shogi'];
	expect(goalText(at('shogi'))).toBeNull();
	expect(goalText(at('minishogi'))).not.toBeNull();
});
