/** Starts games through the home page and the form. */
import { expect, type Locator, type Page } from '@playwright/test';
import { Board } from './board.ts';
import { button, combobox, spinbutton, textbox } from './named.ts';
import type { Side, VariantId } from './scripts.ts';

export interface ByoYomi {
	mainSeconds: number;
	periodSeconds: number;
	periods: number;
}

export interface Choice {
	opponent: 'computer' | 'device' | 'friend';
	level?: number | 'full';
	side?: Side | 'random';
	/** `default` is byo-yomi with the form's default numbers. */
	clock: 'none' | 'default' | ByoYomi;
	help?: true;
	position?: string;
	handicap?: string;
	rules?: Record<string, string>;
}

/** Test ids of fields and their fold, which is rendered when first opened. */
const FOLDS: [RegExp, string][] = [
	[/^level-/, 'fold-level'],
	[/^side-/, 'fold-side'],
	[/^(clock-|help$)/, 'fold-clock'],
	[/^handicap$/, 'fold-handicap'],
	[/^rule-/, 'fold-rules'],
	[/^position$/, 'position-open'],
];

/** Summary of the closed fold around a field; `null` if it is open or absent. */
export async function closedFold(page: Page, what: string): Promise<Locator | null> {
	const fold = FOLDS.find(([inside]) => inside.test(what))?.[1];
	if (!fold) return null;
	const summary = page.getByTestId(fold);
	// Other pages have the same fields without folds.
	await expect(summary.or(page.getByTestId(what)).first()).toBeAttached();
	if ((await summary.count()) === 0) return null;
	return (await page.locator('details[open]', { has: summary }).count()) === 0 ? summary : null;
}

export async function unfold(page: Page, what: string): Promise<void> {
	await (await closedFold(page, what))?.click();
}

/** Radio buttons are visually hidden: click the label. */
export async function choose(page: Page, what: string): Promise<void> {
	await unfold(page, what);
	await expect(page.getByTestId(what)).toBeAttached();
	await page.locator('label', { has: page.getByTestId(what) }).click();
	await expect(page.getByTestId(what)).toBeChecked();
}

export async function goHome(page: Page): Promise<void> {
	const link = page.getByTestId('home-link');
	if (await link.isVisible()) await link.click();
	else await page.goto('/');
}

export async function openForm(page: Page, game: VariantId): Promise<void> {
	await goHome(page);
	await page.getByTestId(`tile-${game}`).click();
	await expect(page.getByTestId('new-form')).toBeVisible();
}

export async function fillForm(page: Page, choice: Choice): Promise<void> {
	await choose(page, `opponent-${choice.opponent}`);
	if (choice.level) await choose(page, `level-${choice.level}`);
	if (choice.side) await choose(page, `side-${choice.side}`);
	const { clock } = choice;
	if (clock === 'none') await choose(page, 'clock-none');
	else await choose(page, 'clock-byoyomi');
	if (typeof clock === 'object') {
		await spinbutton(page, 'clock_main').fill(String(clock.mainSeconds / 60));
		await spinbutton(page, 'clock_period').fill(String(clock.periodSeconds));
		await spinbutton(page, 'clock_periods').fill(String(clock.periods));
	}
	if (choice.help) await choose(page, 'help');
	if (choice.handicap !== undefined) await unfold(page, 'handicap');
	for (const [key, value] of Object.entries(choice.rules ?? {})) await choose(page, `rule-${key}-${value}`);
	if (choice.handicap !== undefined) await combobox(page, 'new_handicap').selectOption(choice.handicap);
	if (choice.position) {
		await unfold(page, 'position');
		await textbox(page, 'new_position_label').fill(choice.position);
		await expect(page.getByTestId('position-hint')).toBeVisible();
	}
}

export async function newGame(page: Page, game: VariantId, choice: Choice): Promise<Board> {
	await openForm(page, game);
	return begin(page, game, choice);
}

export async function begin(page: Page, game: VariantId, choice: Choice): Promise<Board> {
	await fillForm(page, choice);
	await button(page, 'new_start').click();
	await expect(page.getByTestId('game')).toHaveAttribute('data-game', game);
	return new Board(page, game);
}

export async function newFriendGame(
	host: Page,
	guest: Page,
	game: VariantId,
	choice: Omit<Choice, 'opponent'>,
): Promise<{ host: Board; guest: Board; link: string }> {
	await openForm(host, game);
	await fillForm(host, { ...choice, opponent: 'friend' });
	await button(host, 'new_invite').click();
	const link = await textbox(host, 'friend_link').inputValue();
	await guest.goto(link);
	await expect(guest.getByTestId('invitation')).toBeVisible();
	await button(guest, 'friend_join').click();
	for (const page of [host, guest]) await expect(page.getByTestId('game')).toHaveAttribute('data-game', game);
	return { host: new Board(host, game), guest: new Board(guest, game), link };
}
