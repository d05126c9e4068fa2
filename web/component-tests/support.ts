/** Opens pages of the client without a server, and operates them. */
import { openDB } from 'idb';
import { tick } from 'svelte';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte';
import minishogi from '../../e2e/games/minishogi.json';
import shogi from '../../e2e/games/shogi.json';
import shogun from '../../e2e/games/shogun.json';
import torishogi from '../../e2e/games/torishogi.json';
import App from '../src/App.svelte';
import { type GameRecord, newRecordId } from '../src/database/gameRecord';
import { beginGame } from '../src/database/heldBoard.svelte';
import { DATABASE_NAME } from '../src/database/open';
import { chooseLocale, startLocale } from '../src/i18n/locale.svelte';
import { startLooks } from '../src/looks/apply.svelte';
import { m } from '../src/paraglide/messages';
import { go } from '../src/router.svelte';
import type { VariantId } from '../src/rules/variant';
import { newRecord } from '../src/session/new';
import { changeSettings, parseSettings, type SettingsChange } from '../src/settings/settings.svelte';
import { forget } from '../src/widgets/announcer.svelte';

export { m, page, userEvent };
export const SCRIPTS = { shogi, minishogi, torishogi, shogun };

const SIZES: Record<VariantId, [files: number, ranks: number]> = {
	shogi: [9, 9],
	minishogi: [5, 5],
	torishogi: [7, 7],
	shogun: [8, 8],
};

/** Default settings of tests: pieces chosen, no delay of the computer. */
const SETTINGS: SettingsChange = {
	...parseSettings({}),
	piecesAsked: ['shogi', 'minishogi', 'torishogi', 'shogun'],
	instant: true,
};

startLocale();
startLooks();

/** Empties every store; an open connection would block the deletion of the database. */
async function emptyDatabase(): Promise<void> {
	const known = await indexedDB.databases();
	if (!known.some(({ name }) => name === DATABASE_NAME)) return;
	const db = await openDB(DATABASE_NAME);
	const names = [...db.objectStoreNames];
	if (names.length > 0) {
		const emptying = db.transaction(names, 'readwrite');
		await Promise.all([...names.map((name) => emptying.objectStore(name).clear()), emptying.done]);
	}
	db.close();
}

export async function resetPage(): Promise<void> {
	await cleanup();
	await emptyDatabase();
	forget();
	localStorage.clear();
	sessionStorage.clear();
	changeSettings(SETTINGS);
	document.documentElement.style.fontSize = '';
	await page.viewport(1280, 800);
}

export async function openPage(path: string, settings: SettingsChange = {}): Promise<void> {
	await cleanup();
	changeSettings(settings);
	go(path);
	await render(App);
}

type Start = Partial<Pick<GameRecord, 'start' | 'rules' | 'opponent' | 'clock' | 'moves' | 'help'>>;

/** Opens a game without a clock, on one device if not said otherwise. */
export async function openGame(game: VariantId, start: Start = {}, settings: SettingsChange = {}): Promise<void> {
	const { moves = [], ...choice } = start;
	const usual = {
		game,
		start: '',
		rules: {},
		opponent: { kind: 'device' },
		clock: { kind: 'none' },
	} as const;
	const record = { ...newRecord({ ...usual, ...choice }, Date.now(), newRecordId()), moves };
	beginGame(record);
	await openPage(`/play/${record.id}`, settings);
	await has(at('board'), 'data-ply', String(moves.length));
	await expect.poll(() => document.querySelector('sg-board')?.getBoundingClientRect().width ?? 0).toBeGreaterThan(0);
}

export const at = (id: string): Locator => page.getByTestId(id);
export const all = <T extends Element = HTMLElement>(selector: string): T[] => [
	...document.querySelectorAll<T>(selector),
];
export const named = (role: Parameters<typeof page.getByRole>[0], name: string): Locator =>
	page.getByRole(role, { name, exact: true });
export const button = (name: string): Locator => named('button', name);

export const has = (where: Locator, name: string, value: string | RegExp): Promise<unknown> =>
	expect.element(where).toHaveAttribute(name, value instanceof RegExp ? expect.stringMatching(value) : value);
export const count = (where: Locator, expected: number): Promise<unknown> =>
	expect.poll(() => where.elements().length, { message: String(where.selector) }).toBe(expected);
export const visible = (where: Locator): Promise<unknown> => expect.element(where).toBeVisible();
export const hidden = (where: Locator): Promise<unknown> =>
	expect.poll(() => where.elements().some((one) => one.checkVisibility())).toBe(false);
export const reads = (where: Locator, text: string | RegExp): Promise<unknown> =>
	expect.element(where).toHaveTextContent(text);
export const press = (keys: string): Promise<void> => userEvent.keyboard(keys);

/** Folds of the form of a game, by the fields inside. */
const FOLDS: [RegExp, string][] = [
	[/^level-/, 'fold-level'],
	[/^side-/, 'fold-side'],
	[/^(clock-|help$)/, 'fold-clock'],
	[/^handicap$/, 'fold-handicap'],
	[/^rule-/, 'fold-rules'],
	[/^position$/, 'position-open'],
];

export async function unfold(what: string): Promise<void> {
	const fold = FOLDS.find(([inside]) => inside.test(what))?.[1];
	if (!fold) return;
	await expect.poll(() => all(`[data-testid="${fold}"], [data-testid="${what}"]`).length).toBeGreaterThan(0);
	const summary = at(fold).query();
	if (summary && !summary.closest('details')?.open) await at(fold).click();
}

/** Chooses a radio button or check box, which its label covers. */
export async function choose(what: string): Promise<void> {
	await unfold(what);
	await expect.element(at(what)).toBeInTheDocument();
	const input = at(what).element();
	const label = input.closest('label');
	await userEvent.click(label ?? input);
	await expect.element(at(what)).toBeChecked();
}

/** Middle of a square, in pixels of the board. */
function centerOf(game: VariantId, square: string): { x: number; y: number } {
	const [files, ranks] = SIZES[game];
	const board = document.querySelector('sg-board') as HTMLElement;
	const { width, height } = board.getBoundingClientRect();
	const isFirst = document.querySelector<HTMLElement>('[data-testid="board"]')?.dataset.bottom !== 'second';
	const file = Number(square[0]);
	const rank = square.charCodeAt(1) - 97;
	const column = isFirst ? files - file : file - 1;
	const row = isFirst ? rank : ranks - 1 - rank;
	return { x: ((column + 0.5) * width) / files, y: ((row + 0.5) * height) / ranks };
}

export async function clickSquare(game: VariantId, square: string): Promise<void> {
	const board = document.querySelector('sg-board') as HTMLElement;
	await userEvent.click(board, { position: centerOf(game, square), force: true });
}

/** Rests the mouse on a square, which takes two movements. */
export async function hoverSquare(game: VariantId, square: string): Promise<void> {
	const board = document.querySelector('sg-board') as HTMLElement;
	const { x, y } = centerOf(game, square);
	for (const left of [3, 0]) await userEvent.hover(board, { position: { x: x - left, y }, force: true });
}

export async function put(game: VariantId, from: string, to: string): Promise<void> {
	if (/^[A-Z]$/.test(from)) {
		const side = document.querySelector<HTMLElement>('[data-testid="board"]')?.dataset.side;
		await at(`hand-${side}-${from}`).click({ force: true });
	} else await clickSquare(game, from);
	await clickSquare(game, to);
}

/** Lines of the log of screen readers. */
export const said = (): string[] => all('[data-testid="said"] p').map((line) => line.textContent?.trim() ?? '');
export function lastSaid(text: string | RegExp): Promise<unknown> {
	const last = expect.poll(() => said().at(-1) ?? '');
	return text instanceof RegExp ? last.toMatch(text) : last.toBe(text);
}
export const alerted = (): Locator => at('alerted');

export async function inLocale<T>(locale: Parameters<typeof chooseLocale>[0], run: () => Promise<T>): Promise<T> {
	chooseLocale(locale);
	await tick();
	try {
		return await run();
	} finally {
		chooseLocale('en');
		await tick();
	}
}
