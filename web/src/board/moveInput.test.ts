import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import type { Session } from '../session/session';
import { changeSettings } from '../settings/settings.svelte';
import { GameHistory } from './gameHistory.svelte';
import { MoveInput } from './moveInput.svelte';

let rules: RulesModule;
let played: string[];
let premoved: string[];
beforeAll(async () => {
	rules = await rulesForTests();
});
beforeEach(() => {
	played = [];
	premoved = [];
	changeSettings({ confirmMoves: 'never' });
});

function inputOf(online: boolean, movers: readonly string[] = ['first']): MoveInput {
	const history = new GameHistory(rules, 'shogi', '4k4/9/9/9/9/9/9/9/4K4 b G 1', [], {});
	const session = {
		game: 'shogi',
		history,
		online,
		movers,
		premover: movers.length > 0 ? null : 'first',
		outcome: null,
		play: (move: string) => played.push(move),
		setPremove: (move: string) => premoved.push(move),
		cancelPremove: () => {},
	};
	return new MoveInput(() => session as unknown as Session);
}

it('without the setting moves are played at once', () => {
	inputOf(true).moved('5i', '5h');
	expect(played).toEqual(['5i5h']);
});

it('with confirmation of drops, a drop waits and a move does not', () => {
	changeSettings({ confirmMoves: 'drops' });
	const input = inputOf(true);
	input.moved('5i', '5h');
	expect(played).toEqual(['5i5h']);
	input.dropped('G', '5e');
	expect(played).toEqual(['5i5h']);
	expect(input.unconfirmed).toMatchObject({ move: 'G*5e', to: '5e' });
	input.confirmed();
	expect(played).toEqual(['5i5h', 'G*5e']);
	expect(input.unconfirmed).toBeNull();
});

it('an unconfirmed move is not played, and a new position discards it', () => {
	changeSettings({ confirmMoves: 'all' });
	const input = inputOf(true);
	input.moved('5i', '5h');
	expect(input.unconfirmed?.text).toMatch(/K/);
	input.unmade();
	input.confirmed();
	input.moved('5i', '4h');
	input.reset();
	input.confirmed();
	expect(played).toEqual([]);
});

it('premoves, typed moves and offline games need no confirmation', () => {
	changeSettings({ confirmMoves: 'all' });
	inputOf(true, []).predropped('G', '5e');
	inputOf(true).play('5i5h');
	inputOf(false).moved('5i', '5h');
	expect(premoved).toEqual(['G*5e']);
	expect(played).toEqual(['5i5h', '5i5h']);
});
