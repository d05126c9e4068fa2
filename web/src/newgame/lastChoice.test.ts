import { beforeEach, expect, it } from 'vitest';
import { clockSettings, defaultClock } from '../clock/form';
import { EASY, levelsOf } from '../levels/levels';
import { VARIANT_IDS } from '../rules/variant';
import { invitation } from './begin';
import { choiceText } from './choiceText';
import {
	asksForHelp,
	beginnersChoice,
	choiceOf,
	lastChoice,
	loadRemembered,
	parseRemembered,
	remember,
} from './lastChoice';

class Memory {
	#kept = new Map<string, string>();
	getItem(key: string) {
		return this.#kept.get(key) ?? null;
	}
	setItem(key: string, value: string) {
		this.#kept.set(key, value);
	}
}

beforeEach(() => {
	(globalThis as { localStorage?: unknown }).localStorage = new Memory();
});

it('defaults to an easy level', () => {
	for (const nothing of [undefined, null, 1, {}, { level: 'godlike' }])
		expect(parseRemembered('shogi', nothing).level).toBe(EASY);
});

it('a beginner gets an easy level, no clock and the first move in every game', () => {
	for (const game of VARIANT_IDS) {
		const choice = beginnersChoice(game);
		expect(choice).toMatchObject({
			opponent: 'computer',
			level: EASY,
			side: 'first',
			handicap: '',
			rules: {},
		});
		expect(clockSettings(choice.clock)).toEqual({ kind: 'none' });
		expect(choiceOf(loadRemembered(game))).toEqual(choice);
	}
});

it('has a clock by default between friends only', () => {
	const { clocks } = loadRemembered('shogi');
	expect([clocks.computer.kind, clocks.device.kind, clocks.friend.kind]).toEqual(['none', 'none', 'byoyomi']);
});

it('remembers the level that was chosen', () => {
	expect(parseRemembered('shogun', { level: '3' }).level).toBe('3');
	expect(parseRemembered('shogun', { level: 'full' }).level).toBe('full');
});

it('reads the three levels of earlier versions', () => {
	const middle = String(Math.floor(((levelsOf('minishogi').length - 1) * 2) / 3));
	expect(parseRemembered('minishogi', { level: 'easy' }).level).toBe('1');
	expect(parseRemembered('minishogi', { level: 'middle' }).level).toBe(middle);
});

it('does not use the clock of an earlier version, a default perhaps, for games against the computer', () => {
	const clock = { ...defaultClock('shogi'), mainMinutes: 7 };
	const { clocks } = parseRemembered('shogi', { opponent: 'computer', clock });
	expect(clocks.computer.kind).toBe('none');
	expect(clocks.friend).toEqual(clock);
});

it('offers the last choice again, with all its settings, unless it equals a beginner’s', () => {
	expect(lastChoice('minishogi')).toBeNull();
	const usual = loadRemembered('minishogi');
	remember('minishogi', usual);
	expect(lastChoice('minishogi')).toBeNull();
	const chosen = {
		...usual,
		level: '5' as const,
		side: 'random' as const,
		handicap: 'rook',
		rules: { 'illegal-move': 'loses' },
		help: true,
		clocks: { ...usual.clocks, computer: defaultClock('minishogi') },
	};
	remember('minishogi', chosen);
	const { clocks, ...rest } = chosen;
	expect(lastChoice('minishogi')).toEqual({ ...rest, clock: clocks.computer });
	expect(lastChoice('shogi')).toBeNull();
});

it('offers help in games against the computer with a clock, off by default', () => {
	const [none, clock] = [beginnersChoice('shogi').clock, defaultClock('shogi')];
	expect(asksForHelp({ opponent: 'computer', clock })).toBe(true);
	expect(asksForHelp({ opponent: 'computer', clock: none })).toBe(false);
	expect(asksForHelp({ opponent: 'device', clock })).toBe(false);
	expect(asksForHelp({ opponent: 'friend', clock })).toBe(false);
	for (const nothing of [undefined, {}, { help: 'yes' }]) expect(parseRemembered('shogi', nothing).help).toBe(false);
	const usual = loadRemembered('shogi');
	// Without a clock help is always on.
	remember('shogi', { ...usual, help: true });
	expect(lastChoice('shogi')).toBeNull();
	const timed = { ...usual, help: true, clocks: { ...usual.clocks, computer: clock } };
	remember('shogi', timed);
	expect(lastChoice('shogi')).toMatchObject({ help: true });
	expect(choiceText('shogi', choiceOf(timed))).toBe('Level 1 · Byo-yomi: 10 min, then 30 s a move · Help');
	expect(choiceText('shogi', choiceOf({ ...timed, help: false }))).not.toContain('Help');
});

it('remembers that a game was open to anyone, and only for games with people', () => {
	expect(parseRemembered('shogi', { opponent: 'friend', open: 'yes' }).open).toBe(false);
	const usual = loadRemembered('shogi');
	// Ignored against the computer.
	remember('shogi', { ...usual, open: true });
	expect(lastChoice('shogi')).toBeNull();
	remember('shogi', { ...usual, opponent: 'friend', open: true });
	const choice = lastChoice('shogi');
	if (!choice) throw new Error('nothing was remembered');
	expect(choiceText('shogi', choice)).toContain('Online · Anyone may join');
	expect(choiceText('shogi', { ...choice, open: false })).not.toContain('Anyone');
	expect(invitation('shogi', choice, '')).toMatchObject({ open: true });
	expect(invitation('shogi', { ...choice, open: false }, '')).not.toHaveProperty('open');
});

it('remembers that a game was rated, where it may be', () => {
	expect(parseRemembered('shogi', { opponent: 'friend', rated: 1 }).rated).toBe(false);
	const usual = loadRemembered('shogi');
	remember('shogi', { ...usual, rated: true });
	expect(lastChoice('shogi')).toBeNull();
	remember('shogi', { ...usual, opponent: 'friend', rated: true });
	const choice = lastChoice('shogi');
	if (!choice) throw new Error('nothing was remembered');
	expect(choiceText('shogi', choice)).toContain('Online · Rated game');
	expect(invitation('shogi', choice, '')).toMatchObject({ rated: true });
	const untimed = { ...choice, clock: { ...choice.clock, kind: 'none' as const } };
	for (const other of [{ ...choice, rated: false }, { ...choice, handicap: 'rook' }, untimed]) {
		expect(invitation('shogi', other, '')).not.toHaveProperty('rated');
		expect(choiceText('shogi', other)).not.toContain('Rated');
	}
	expect(invitation('shogi', choice, '4k4/9/9/9/9/9/9/9/4K4 b - 1')).not.toHaveProperty('rated');
});

it('replaces each invalid stored value by its default', () => {
	const read = parseRemembered('shogi', {
		opponent: 'ghost',
		side: 'third',
		handicap: 7,
		rules: { repetition: 'draw-4', 'illegal-move': 'wins', stalemate: 'draw' },
		clocks: { friend: { kind: 'sundial' }, computer: null },
	});
	expect(read).toMatchObject({
		opponent: 'computer',
		side: 'first',
		handicap: '',
		rules: { repetition: 'draw-4' },
	});
	expect(Object.keys(read.rules)).toEqual(['repetition']);
	expect(read.clocks.friend).toEqual(defaultClock('shogi'));
	expect(read.clocks.computer.kind).toBe('none');
});

it('keeps the clock of a game that another tab has started', () => {
	const before = loadRemembered('shogi');
	const friends = { ...before.clocks.friend, main: 5 };
	const inTabA = { ...before, opponent: 'friend' as const, rated: true };
	remember('shogi', { ...inTabA, clocks: { ...before.clocks, friend: friends } }, before);
	remember('shogi', { ...before, opponent: 'computer', level: '2' }, before);
	expect(loadRemembered('shogi')).toMatchObject({ opponent: 'computer', level: '2', rated: true });
	expect(loadRemembered('shogi').clocks.friend).toEqual(friends);
	const own = { ...before.clocks.device, main: 3 };
	remember('shogi', { ...before, clocks: { ...before.clocks, device: own } }, before);
	expect(loadRemembered('shogi').clocks).toMatchObject({ device: own, friend: friends });
});
