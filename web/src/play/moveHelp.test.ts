import { beforeEach, expect, it } from 'vitest';
import { GameHistory } from '../board/gameHistory.svelte';
import { MoveInput } from '../board/moveInput.svelte';
import { rulesForTests } from '../rules/testRules';
import type { Session, Teacher } from '../session/session';
import { MoveHelp } from './moveHelp.svelte';

const rules = await rulesForTests();
let history: GameHistory;
let teacher: Teacher;
let help: MoveHelp;
let session: Session;

beforeEach(() => {
	history = new GameHistory(rules, 'shogi', '', ['7g7f', '3c3d'], {});
	teacher = { hint: async () => '8h2b+', hanging: async () => ['8h'] };
	session = { game: 'shogi', history, movers: ['first'], teacher } as unknown as Session;
	help = new MoveHelp(() => session);
});

it('a hint shows the piece first, then its target', async () => {
	await help.hint();
	expect(help.aims).toEqual(['8h']);
	expect(help.words()).toBe('Hint: your bishop on 88. Press again to see where.');
	await help.hint();
	expect(help.aims).toEqual(['8h', '2b']);
	expect(help.words()).toBe('Hint: Bishop from 88 to 22, and promote.');
	help.reset();
	expect(help.aims).toEqual([]);
	expect(help.words()).toBeNull();
});

it('a hint to drop shows the piece in hand, then the square', async () => {
	teacher.hint = async () => 'P*5e';
	await help.hint();
	expect([help.aims, help.held]).toEqual([[], 'P']);
	expect(help.words()).toBe('Hint: the pawn in your hand. Press again to see where.');
	await help.hint();
	expect([help.aims, help.held]).toEqual([['5e'], 'P']);
});

it('a hint to castle names castling, not a king move of two squares', async () => {
	const board = new GameHistory(rules, 'shogun', '4k3/8/8/8/8/8/8/4K2R[] w K - 0 1', [], {});
	session = { game: 'shogun', history: board, movers: ['first'], teacher } as unknown as Session;
	teacher.hint = async () => 'e1g1';
	await help.hint();
	await help.hint();
	expect(help.words()).toBe('Hint: castle, with the king from e1 to g1.');
});

it('attacked pieces are marked and named; without any it says so', async () => {
	await help.attacked();
	expect(help.marks).toEqual(['8h']);
	expect(help.words()).toBe('In danger: Bishop 88.');
	teacher.hanging = async () => [];
	await help.attacked();
	expect(help.marks).toEqual([]);
	expect(help.words()).toBe('None of your pieces are in danger.');
});

it('a late answer is not shown in the next position', async () => {
	let answer: (move: string) => void = () => {};
	teacher.hint = () => new Promise((done) => (answer = done));
	const asked = help.hint();
	expect(help.words()).toBe('Looking for a good move…');
	help.reset();
	answer('8h2b+');
	await asked;
	expect(help.words()).toBeNull();
});

it('an engine failure is reported', async () => {
	teacher.hint = () => Promise.reject(new Error('offline'));
	await help.hint();
	expect(help.words()).toBe('The computer could not start.');
});

it('helps only at the latest position', async () => {
	history.browse(1);
	expect(help.isPossible).toBe(false);
	await help.hint();
	expect(help.words()).toBeNull();
});

it('a hint or the attacked pieces replace a refusal and its marks', async () => {
	const input = new MoveInput(() => session);
	help = new MoveHelp(
		() => session,
		() => input.clearMessages(),
	);
	for (const ask of [() => help.hint(), () => help.hint(), () => help.attacked()]) {
		input.refused({ from: '8h', to: '5h' });
		expect(input.refusal).not.toBeNull();
		await ask();
		expect(input.refusal).toBeNull();
		expect(help.words()).not.toBeNull();
	}
});

it('a hint stays the same for its position, whatever is requested between its steps', async () => {
	await help.hint();
	await help.attacked();
	teacher.hint = async () => '2g2f';
	await help.hint();
	expect(help.aims).toEqual(['8h', '2b']);
	history.play('2g2f');
	history.play('8c8d');
	help.reset();
	teacher.hint = async () => '2f2e';
	await help.hint();
	expect(help.aims).toEqual(['2f']);
});

it('nothing of a hint is left after the end', async () => {
	await help.hint();
	Object.assign(session, { outcome: { winner: 'second', reason: 'resignation', ply: 2 } });
	expect([help.aims, help.held, help.marks, help.words()]).toEqual([[], null, [], null]);
});
