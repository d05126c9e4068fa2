/** Page entries with a game: form, play, result, shared games, and the dialogs over them. */
import type { Page } from '@playwright/test';
import { encodeMove } from '../../web/src/records/moveCode.ts';
import { Board } from './board.ts';
import { button, resign } from './named.ts';
import { begin, choose, fillForm, newGame, openForm } from './newGame.ts';
import { arrangementOf, type PageEntry, SCREENS } from './screens.ts';
import { script, VARIANT_IDS, type VariantId } from './scripts.ts';
import { expect } from './test.ts';

interface Prepared {
	position: string;
	moves: [string, string][];
	refused: [string, string];
}

/** Two kings, all other pieces in hand, and two moves, after which every action is available. */
const FULL_HANDS: Record<VariantId, Prepared> = {
	shogi: {
		position: '4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1',
		moves: [
			['5i', '5h'],
			['5a', '5b'],
		],
		refused: ['5h', '5e'],
	},
	minishogi: {
		position: '4k/5/5/5/K4 b RBGSPrbgsp 1',
		moves: [
			['5e', '5d'],
			['1a', '1b'],
		],
		refused: ['5d', '3d'],
	},
	torishogi: {
		position: '3k3/7/7/7/7/7/3K3 b FLRCP8Sflrcp8s 1',
		moves: [
			['4g', '4f'],
			['4a', '4b'],
		],
		refused: ['4f', '4d'],
	},
	shogun: {
		position: '4k3/8/8/8/8/8/8/4K3[RRBBNNFPPPPPPPPrrbbnnfpppppppp] w - - 0 1',
		moves: [
			['4h', '4g'],
			['4a', '4b'],
		],
		refused: ['4g', '4e'],
	},
};

const SEATS = ['seat-top', 'seat-bottom', 'hand-first', 'hand-second'];
const KEYS = ['flip', 'more', 'takeback', 'resign'];
const CLOCKS = ['clock-first', 'clock-second'];
const CLOCK = { mainSeconds: 6_000, periodSeconds: 30, periods: 3 };

function linkTo(game: VariantId, at?: number): string {
	const squares = game === 'shogun' ? 'uci' : 'usi';
	const moves = script(game).moves.map(({ move }) => encodeMove(move, squares));
	return `/view#v=1&game=${game}&first=Alexandra%20Wolkenstein${at === undefined ? '' : `&at=${at}`}&count=${moves.length}&moves=${moves.join('')}`;
}

function resignedLink(game: VariantId): string {
	const stands: Record<string, string> = { ' ': '_', '/': '.', '+': '~', '[': '(', ']': ')' };
	const carried = FULL_HANDS[game].position.replace(/[ /+[\]]/g, (sign) => stands[sign] ?? '');
	return `/view#v=1&game=${game}&position=${carried}&end=resignation.first`;
}

const shared = (link: (game: VariantId) => string) => async (page: Page, game: VariantId) => {
	await page.goto(link(game));
	await expect(page.getByTestId('game')).toBeVisible();
	await expect(page.locator('sg-board piece').first()).toBeVisible();
};

async function withFullHands(page: Page, game: VariantId): Promise<Board> {
	const { position, moves } = FULL_HANDS[game];
	const board = await newGame(page, game, { opponent: 'device', clock: CLOCK, position });
	for (const [ply, [from, to]] of moves.entries()) {
		await board.put({ from, to }, 'click');
		await expect(board.root).toHaveAttribute('data-ply', String(ply + 1));
	}
	return board;
}

async function answered(page: Page, game: VariantId): Promise<void> {
	await newGame(page, game, { opponent: 'computer', level: 1, side: 'first', clock: 'none' });
	const board = new Board(page, game);
	await board.mayMove('first');
	await board.put(script(game).moves[0] ?? { to: '' }, 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
}

async function resigned(page: Page, game: VariantId): Promise<void> {
	await answered(page, game);
	await resign(page);
	await expect(page.getByTestId('result')).toBeVisible();
}

async function askedToPromote(page: Page, game: VariantId): Promise<void> {
	const { moves } = script(game);
	const ply = moves.findIndex(({ promotion }) => promotion === 'optional');
	const step = moves[ply];
	const position = moves[ply - 1]?.position;
	if (!step || !position) throw new Error(`nothing may promote in ${game}`);
	const board = await newGame(page, game, { opponent: 'device', clock: 'none', position });
	await board.put(step, 'click');
	await expect(page.getByTestId('promote-yes')).toBeVisible();
}

async function inviteFriend(page: Page, game: VariantId): Promise<string> {
	await openForm(page, game);
	await fillForm(page, { opponent: 'friend', side: 'first', clock: 'default' });
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('waiting-room')).toBeVisible();
	const link = new URL(await page.getByTestId('invite-link').inputValue());
	return link.pathname + link.search + link.hash;
}

async function invited(page: Page, game: VariantId): Promise<void> {
	const link = await inviteFriend(page, game);
	await page.context().clearCookies();
	await page.goto('/');
	await page.evaluate(() => localStorage.clear());
	await page.goto(link);
	await expect(page.getByTestId('invitation')).toBeVisible();
}

/** Online game after two moves, then an action of the guest. */
const withGuest =
	(then: (guest: Page) => Promise<void>, shown: string) =>
	async (page: Page, game: VariantId, locale: string): Promise<void> => {
		const link = await inviteFriend(page, game);
		const elsewhere = await page.context().browser()?.newContext({ locale, reducedMotion: 'reduce' });
		const guest = await elsewhere?.newPage();
		if (!guest) throw new Error('there is no other browser');
		await guest.goto(new URL(link, page.url()).href);
		await button(guest, 'friend_join').click();
		const [host, other] = [new Board(page, game), new Board(guest, game)];
		const [first, second] = script(game).moves;
		await host.mayMove('first');
		await host.play(first ?? ({ move: '' } as never), 'click');
		await other.mayMove('second');
		await other.play(second ?? ({ move: '' } as never), 'click');
		await then(guest);
		await expect(page.getByTestId(shown)).toBeVisible();
		await elsewhere?.close();
	};

const asksToTakeBack = (guest: Page) => button(guest, 'play_takeback').click();

async function asksForRematch(guest: Page): Promise<void> {
	await resign(guest);
	await guest.getByTestId('rematch').click();
	await expect(guest.getByTestId('rematch')).toBeDisabled();
}

const fromMenu = (what: string, dialog: string) => async (page: Page, game: VariantId) => {
	await withFullHands(page, game);
	await page.getByTestId('more').click();
	await page.getByTestId(what).click();
	await expect(page.getByTestId(dialog)).toBeVisible();
};

export async function asksForPieces(page: Page): Promise<void> {
	await page.addInitScript(() => localStorage.setItem('komadai.settings', '{"piecesAsked":false,"instant":true}'));
}

export const FORMS: readonly PageEntry[] = [
	{
		name: 'new',
		games: VARIANT_IDS,
		fits: false,
		async open(page, game) {
			await page.goto(`/new/${game}`);
			await expect(page.getByTestId('fold-rules')).toBeVisible();
		},
	},
	{
		name: 'new-unfolded',
		games: VARIANT_IDS,
		fits: false,
		async open(page, game) {
			await page.goto(`/new/${game}`);
			await choose(page, 'clock-byoyomi');
			const folded = page.locator('[data-testid="new-form"] details:not([open]) > summary');
			while ((await folded.count()) > 0) await folded.first().click();
			await expect(page.getByTestId('position')).toBeVisible();
		},
		async after(page) {
			await choose(page, 'opponent-friend');
		},
	},
	{ name: 'waiting', games: null, fits: false, open: async (page, game) => void (await inviteFriend(page, game)) },
	{ name: 'invitation', games: null, fits: false, open: invited },
];

export const GAMES: readonly PageEntry[] = [
	{
		name: 'play',
		games: VARIANT_IDS,
		fits: 'board',
		large: true,
		shows: [...SEATS, ...KEYS, ...CLOCKS],
		async open(page, game) {
			await withFullHands(page, game);
		},
		async after(page, game) {
			const [from, to] = FULL_HANDS[game].refused;
			await new Board(page, game).put({ from, to }, 'click');
			await expect(page.getByTestId('refusal')).toBeVisible();
		},
	},
	{
		name: 'play-computer',
		games: VARIANT_IDS,
		fits: 'board',
		large: true,
		shows: [...SEATS, ...KEYS, 'hint', 'attacked'],
		open: answered,
		async after(page) {
			await page.getByTestId('hint').click();
			await expect(page.locator('[data-kind="help"]')).not.toHaveText('', { timeout: 60_000 });
		},
	},
	{
		name: 'first-pieces',
		games: VARIANT_IDS.filter((game) => game !== 'shogun'),
		fits: 'board',
		shows: [...SEATS, 'flip', 'more', 'hint', 'first-pieces'],
		async open(page, game) {
			await asksForPieces(page);
			await page.goto(`/new/${game}`);
			await page.getByTestId('play-now').click();
			await expect(page.getByTestId('first-pieces')).toBeVisible();
		},
	},
	{
		name: 'offer',
		games: ['shogun'],
		fits: 'board',
		shows: [...SEATS, ...KEYS, ...CLOCKS],
		open: withGuest(asksToTakeBack, 'offer-takeback'),
	},
	{
		name: 'result-friend',
		games: ['shogi', 'torishogi'],
		fits: 'board',
		shows: [...SEATS, ...CLOCKS, 'result', 'analyse-result', 'rematch', 'new-game'],
		open: withGuest(resign, 'result'),
	},
	{
		name: 'rematch',
		games: ['shogi', 'torishogi'],
		fits: 'board',
		shows: [...SEATS, ...CLOCKS, 'offer-rematch', 'offer-accept', 'offer-decline', 'analyse-result', 'new-game'],
		open: withGuest(asksForRematch, 'offer-rematch'),
	},
	{
		name: 'promotion',
		games: VARIANT_IDS.filter((game) => game !== 'torishogi'),
		fits: 'board',
		open: askedToPromote,
	},
	{
		name: 'toss',
		games: ['shogi'],
		fits: 'board',
		shows: SEATS,
		async open(page, game) {
			await page.addInitScript(() => {
				const { setTimeout: wait } = window;
				// Keep the furigoma panel open.
				window.setTimeout = ((run: () => void, ms = 0) => wait(run, ms === 5_000 ? 1e9 : ms)) as typeof setTimeout;
			});
			await openForm(page, game);
			await begin(page, game, { opponent: 'computer', level: 1, side: 'random', clock: 'default' });
			await expect(page.getByTestId('furigoma-0')).toBeVisible();
		},
	},
	{
		name: 'result',
		games: VARIANT_IDS,
		fits: 'board',
		large: true,
		shows: [...SEATS, 'result', 'analyse-result', 'share-result', 'rematch', 'new-game'],
		open: resigned,
	},
	{
		name: 'result-closed',
		games: VARIANT_IDS,
		fits: 'board',
		large: true,
		shows: [...SEATS, 'open-result'],
		// Beside the board the result panel has no close button.
		on: (screen) => arrangementOf(screen) !== 'wide',
		async open(page, game) {
			await resigned(page, game);
			await page.setViewportSize({ width: 390, height: 844 });
			await page.getByTestId('close-result').click();
			await expect(page.getByTestId('open-result')).toBeVisible();
		},
	},
	{
		name: 'view',
		games: VARIANT_IDS,
		fits: 'board',
		large: true,
		shows: [...SEATS, 'continue', 'flip', 'more', 'status'],
		open: shared((game) => linkTo(game, 20)),
	},
	{
		name: 'view-end',
		games: VARIANT_IDS,
		fits: 'board',
		large: true,
		shows: [...SEATS, 'result', 'share-result', 'new-game'],
		open: shared(resignedLink),
	},
	{
		name: 'moves',
		games: VARIANT_IDS,
		fits: 'formal',
		shows: ['drawer', 'close-moves', 'browse-last'],
		on: (screen) => /upright|sideways/.test(arrangementOf(screen)),
		async open(page, game) {
			await page.setViewportSize({ width: 390, height: 844 });
			await shared(linkTo)(page, game);
			await page.getByTestId('open-moves').click();
			await expect(page.getByTestId('drawer')).toBeVisible();
		},
	},
];

/** The menu closes when the arrangement changes, so it has one entry for each. */
const menus: PageEntry[] = (['upright', 'sideways', 'tablet', 'wide'] as const).map((how) => ({
	name: `menu-${how}`,
	games: ['shogi'],
	fits: 'formal',
	shows: ['open-share', 'type-move', 'copy-moves'],
	on: (screen) => arrangementOf(screen) === how,
	async open(page, game) {
		await withFullHands(page, game);
		await page.setViewportSize(SCREENS.find((screen) => arrangementOf(screen) === how) ?? { width: 0, height: 0 });
		await expect(page.getByTestId('game')).toHaveAttribute('data-arrangement', how);
		await page.getByTestId('more').click();
		await expect(page.getByTestId('open-share')).toBeVisible();
	},
}));

export const SHEETS: readonly PageEntry[] = [
	...menus,
	{ name: 'share', games: ['shogi'], fits: false, open: fromMenu('open-share', 'share') },
	{ name: 'typed', games: ['shogi'], fits: false, open: fromMenu('type-move', 'typed') },
	{
		name: 'confirm',
		games: ['shogi'],
		fits: false,
		async open(page, game) {
			await withFullHands(page, game);
			await page.getByTestId('resign').click();
			await expect(page.getByRole('dialog')).toBeVisible();
		},
	},
	{
		name: 'continue',
		games: ['shogi'],
		fits: false,
		async open(page, game) {
			await shared(() => linkTo(game, 20))(page, game);
			await page.getByTestId('continue').click();
			await expect(page.getByTestId('continue-dialog')).toBeVisible();
		},
	},
	{
		name: 'keys',
		games: null,
		fits: false,
		async open(page) {
			await page.goto('/');
			await page.getByTestId('open-keys').click();
			await expect(page.getByRole('dialog')).toBeVisible();
		},
	},
];
