import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { asksForPieces, FORMS, GAMES, SHEETS } from './gamePages.ts';
import type { Locale } from './messages.ts';
import { button } from './named.ts';
import { choose, unfold } from './newGame.ts';
import { makeMove, mates, quietMove, RATING_CHANGE, stateIs } from './puzzles.ts';
import { isNarrowest, type PageEntry } from './screens.ts';
import { VARIANT_IDS, type VariantId } from './scripts.ts';
import { storeGames } from './storedGames.ts';
import { expect } from './test.ts';

type Texts = Record<string, { task: string; hint: string; done?: string }>;

function fromWeb<T>(path: string): T {
	return JSON.parse(readFileSync(new URL(`../../web/${path}`, import.meta.url), 'utf8')) as T;
}

function wordiest(game: VariantId, locale: Locale): string {
	const { steps } = fromWeb<{ steps: Texts }>(`learn/lessons/${game}/${locale}.json`);
	const length = ({ task, hint, done = '' }: Texts[string]) => task.length + Math.max(hint.length, done.length);
	return Object.entries(steps).sort(([, a], [, b]) => length(b) - length(a))[0]?.[0] ?? '';
}

const at = (path: (game: VariantId) => string, shown: string) => async (page: Page, game: VariantId) => {
	await page.goto(path(game));
	await expect(page.getByTestId(shown)).toBeVisible();
};

/** Trainer round; its clock is stopped until the round is set to be over. */
const round = (kind: 'squares' | 'names', over: boolean) => async (page: Page, game: VariantId) => {
	await page.addInitScript(() => {
		Object.assign(window, { minutes: 0 });
		performance.now = () => (window as unknown as { minutes: number }).minutes * 60_000;
	});
	await page.goto(`/learn/${game}/${kind}`);
	await button(page, 'trainer_begin', 'trainer_again').click();
	await expect(page.getByTestId('asked')).toBeVisible();
	if (!over) return;
	await page.evaluate(() => Object.assign(window, { minutes: 2 }));
	await expect(page.getByTestId('round-over')).toBeVisible();
};

/** Chapters after the first, which has the address of the guide. */
const chapters = fromWeb<Record<VariantId, { chapters: Record<string, string[]> }>>('learn/keys.json');
const CHAPTERS: PageEntry[] = [
	...new Set(VARIANT_IDS.flatMap((game) => Object.keys(chapters[game].chapters).slice(1))),
].map((chapter) => ({
	name: `guide-${chapter}`,
	games: VARIANT_IDS.filter((game) => Object.hasOwn(chapters[game].chapters, chapter)),
	fits: false,
	on: isNarrowest,
	open: at((game) => `/learn/${game}/${chapter}`, 'guide'),
}));

async function devices(page: Page): Promise<void> {
	await page.goto('/new/minishogi');
	await choose(page, 'opponent-friend');
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('waiting-room')).toBeVisible();
	await page.goto('/devices');
	await expect(page.getByTestId('sessions')).toBeVisible();
}

export const PAGES: readonly PageEntry[] = [
	{ name: 'home', games: null, fits: false, open: at(() => '/', 'home') },
	{ name: 'learn', games: null, fits: false, open: at(() => '/learn', 'learn') },
	{ name: 'missing', games: null, fits: false, open: at(() => '/nowhere', 'missing') },
	{ name: 'bad-link', games: null, fits: false, open: at(() => '/view#v=1&game=go', 'link-problem') },
	{ name: 'no-such-game', games: null, fits: false, open: at(() => '/g/nowhere', 'friend-problem') },
	{
		name: 'settings',
		games: null,
		fits: false,
		async open(page) {
			await page.goto('/');
			await page.getByTestId('open-settings').click();
			await expect(page.getByRole('dialog')).toBeVisible();
		},
	},
	{
		name: 'record-problem',
		games: null,
		fits: false,
		async open(page) {
			await page.goto('/new/shogi');
			await unfold(page, 'position');
			await page.getByTestId('position-record').click();
			await page.getByTestId('record-text').fill('手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n');
			await expect(page.getByTestId('record-problem')).toHaveCount(1);
		},
	},
	{
		name: 'my-games',
		games: null,
		fits: false,
		async open(page) {
			await page.goto('/games');
			await expect(page.getByTestId('my-games')).toHaveAttribute('data-ready', 'true');
			for (const stored of VARIANT_IDS) await storeGames(page, stored, 2);
			await page.reload();
			await expect(page.getByTestId('games-count')).toBeVisible();
		},
		async after(page) {
			await page.getByTestId('filters').click();
		},
	},
	{
		name: 'devices',
		games: null,
		fits: false,
		open: (page) => devices(page),
		async after(page) {
			await page.getByTestId('add-device').click();
			await expect(page.getByTestId('device-code')).toBeVisible();
			await page.getByTestId('token-name').fill('Robot 2000');
			await page.getByTestId('create-token').click();
			await expect(page.getByTestId('token-secret')).toBeVisible();
		},
	},
	{ name: 'devices-of-nobody', games: null, fits: false, open: at(() => '/devices', 'devices-nobody') },
	{ name: 'sign-in', games: null, fits: false, open: at(() => '/link', 'sign-in') },
	...FORMS,
	...GAMES,
	...SHEETS,
	{
		name: 'lesson',
		games: VARIANT_IDS,
		fits: 'board',
		shows: ['again', 'skip'],
		async open(page, game, locale) {
			await page.goto(`/learn/${game}/lessons/${wordiest(game, locale)}`);
			await expect(page.getByTestId('step')).toBeVisible();
		},
		async after(page) {
			await page.getByTestId('hint').click();
			await expect(page.getByTestId('hint-text')).toBeVisible();
		},
	},
	{
		name: 'first-game',
		games: VARIANT_IDS,
		fits: 'board',
		shows: ['hand-first', 'hand-second', 'advice'],
		open: at((game) => `/learn/${game}/lessons/game`, 'first-game'),
	},
	{
		name: 'first-game-pieces',
		games: VARIANT_IDS.filter((game) => game !== 'shogun'),
		fits: 'board',
		shows: ['hand-first', 'hand-second', 'advice', 'first-pieces'],
		async open(page, game) {
			await asksForPieces(page);
			await at(() => `/learn/${game}/lessons/game`, 'first-pieces')(page, game);
		},
	},
	{ name: 'analysis-boards', games: null, fits: false, open: at(() => '/analysis', 'analysis-boards') },
	{
		name: 'analysis',
		games: VARIANT_IDS,
		fits: false,
		async open(page, game) {
			await page.goto(`/analysis/${game}`);
			await page.getByRole('switch').click();
			await expect(page.getByTestId('line-1')).toBeVisible();
			await page.getByTestId('line-1-1').click();
			await expect(page.getByTestId('line-1')).toBeVisible();
		},
	},
	{
		name: 'editor',
		games: VARIANT_IDS,
		fits: false,
		async open(page, game) {
			await page.goto(`/analysis/${game}`);
			await page.getByTestId('more').click();
			await page.getByTestId('edit-position').click();
			await expect(page.getByTestId('editor-board')).toBeVisible();
		},
	},
	{
		name: 'squares',
		games: VARIANT_IDS,
		fits: 'formal',
		open: at((game) => `/learn/${game}/squares`, 'squares-trainer'),
	},
	{ name: 'squares-round', games: VARIANT_IDS, fits: 'board', shows: ['asked'], open: round('squares', false) },
	{ name: 'squares-over', games: VARIANT_IDS, fits: 'formal', open: round('squares', true) },
	{ name: 'names', games: VARIANT_IDS, fits: 'formal', open: at((game) => `/learn/${game}/names`, 'names-trainer') },
	{ name: 'names-round', games: VARIANT_IDS, fits: 'formal', shows: ['asked'], open: round('names', false) },
	{ name: 'names-over', games: VARIANT_IDS, fits: 'formal', open: round('names', true) },
	{ name: 'puzzles', games: null, fits: false, open: at(() => '/puzzles', 'puzzles') },
	{
		name: 'puzzle',
		games: VARIANT_IDS,
		fits: 'board',
		shows: ['ask', 'puzzle-show', 'puzzle-next'],
		async open(page, game) {
			await page.goto(`/puzzles/${game}/${mates(game, 5)[0]?.id}`);
			await stateIs(page, 'going');
		},
		async after(page, game) {
			const [puzzle] = mates(game, 5);
			if (puzzle) await makeMove(page, game, await quietMove(game, puzzle));
			await stateIs(page, 'wrong');
		},
	},
	{
		name: 'puzzle-solution',
		games: VARIANT_IDS,
		fits: 'board',
		shows: ['step-back', 'step-forward', 'puzzle-next'],
		async open(page, game) {
			await page.goto(`/puzzles/${game}`);
			await stateIs(page, 'going');
			await page.getByTestId('puzzle-show').click();
			await expect(page.getByTestId('puzzle-line')).toContainText(RATING_CHANGE);
		},
	},
	{
		name: 'puzzle-sprint',
		games: VARIANT_IDS,
		fits: false,
		open: at((game) => `/puzzles/${game}/sprint`, 'run-layout'),
	},
	{ name: 'puzzle-storm', games: VARIANT_IDS, fits: false, open: at((game) => `/puzzles/${game}/storm`, 'run-layout') },
	{
		name: 'puzzle-sheet',
		games: VARIANT_IDS,
		fits: false,
		async open(page, game) {
			await page.goto(`/puzzles/${game}/print`);
			await expect(page.getByTestId('puzzle-sheet')).toHaveAttribute('data-ready', 'true');
		},
	},
	{
		name: 'puzzle-review',
		games: VARIANT_IDS,
		fits: false,
		open: at((game) => `/puzzles/${game}/review`, 'review-done'),
	},
	{ name: 'puzzle-history', games: null, fits: false, open: at(() => '/puzzles/history', 'puzzle-history') },
	{ name: 'handicaps', games: VARIANT_IDS, fits: false, open: at((game) => `/learn/${game}/handicaps`, 'adviser') },
	{ name: 'guide', games: VARIANT_IDS, fits: false, on: isNarrowest, open: at((game) => `/learn/${game}`, 'guide') },
	...CHAPTERS,
];
