/** Page object for keyboard play: typed moves, or the grid with the hand lists. */
import { expect, type Locator, type Page } from '@playwright/test';
import { button, combobox } from './named.ts';
import { closedFold } from './newGame.ts';
import { SIZES, type Side, type Step, type VariantId } from './scripts.ts';

export class Keyboard {
	readonly page: Page;
	readonly game: VariantId;
	readonly said: Locator;
	readonly alerted: Locator;
	readonly board: Locator;

	constructor(page: Page, game: VariantId) {
		this.page = page;
		this.game = game;
		this.said = page.getByTestId('said').locator('p');
		this.alerted = page.getByTestId('alerted');
		this.board = page.getByTestId('board');
	}

	press(key: string): Promise<void> {
		return this.page.keyboard.press(key);
	}

	async tabTo(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
		for (let i = 0; i < 60; i++) {
			if (await what.evaluate((element) => element === document.activeElement)) return;
			await this.press(key);
		}
		throw new Error(`${key} does not lead to ${what}`);
	}

	/** From the home page to a game on one device without a clock. */
	async newGame(): Promise<void> {
		const { page } = this;
		await page.goto('/');
		await this.tabTo(page.getByTestId(`tile-${this.game}`));
		await this.press('Enter');
		await expect(button(page, 'new_start')).toBeEnabled();
		await this.choose('opponent', 'opponent-device');
		await this.choose('clock', 'clock-none');
		await this.tabTo(button(page, 'new_start'));
		await this.press('Enter');
		await expect(page.getByTestId('game')).toHaveAttribute('data-game', this.game);
	}

	async choose(group: string, id: string): Promise<void> {
		const fold = await closedFold(this.page, id);
		if (fold) {
			await this.tabTo(fold);
			await this.press('Enter');
		}
		const chosen = this.page.locator(`[data-testid^="${group}-"]:checked`);
		await this.tabTo(chosen);
		for (let i = 0; i < 20 && !(await this.page.getByTestId(id).isChecked()); i++) await this.press('ArrowRight');
		await expect(this.page.getByTestId(id)).toBeChecked();
	}

	async shows(position: string): Promise<void> {
		await expect(this.board).toHaveAttribute('data-position', position);
	}

	async type(text: string): Promise<void> {
		const input = combobox(this.page, 'typed_open');
		if (!(await input.isVisible())) await this.press('m');
		await expect(input).toBeFocused();
		await input.fill('');
		await this.page.keyboard.type(text);
		await this.press('Enter');
	}

	focused(): Promise<string | null> {
		return this.page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? null);
	}

	label(): Promise<string> {
		return this.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
	}

	/** Arrow keys, with the first side at the bottom. */
	async walkTo(key: string): Promise<void> {
		const from = await this.focused();
		if (!from) throw new Error('the grid has no focus');
		const files = Number(from[0]) - Number(key[0]);
		const ranks = key.charCodeAt(1) - from.charCodeAt(1);
		for (let i = 0; i < Math.abs(files); i++) await this.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
		for (let i = 0; i < Math.abs(ranks); i++) await this.press(ranks > 0 ? 'ArrowDown' : 'ArrowUp');
		expect(await this.focused()).toBe(key);
	}

	async take(side: Side, letter: string): Promise<void> {
		const list = this.page.getByTestId(`list-${side}`);
		await this.tabTo(list.locator('[tabindex="0"]'), side === 'first' ? 'Tab' : 'Shift+Tab');
		const wanted = list.locator(`[data-letter="${letter}"]`);
		await this.press('Home');
		for (let i = 0; i < 8 && !(await wanted.evaluate((one) => one === document.activeElement)); i++)
			await this.press('ArrowRight');
		await expect(wanted).toBeFocused();
		await this.press('Enter');
		expect(await this.focused()).not.toBeNull();
	}

	async play(step: Step, side: Side): Promise<void> {
		if (step.drop) await this.take(side, step.drop);
		else {
			await this.walkTo(step.from ?? '');
			await this.press('Enter');
			await expect(this.page.locator(`[data-key="${step.from}"]`)).toHaveAttribute('aria-selected', 'true');
		}
		await this.walkTo(step.to);
		expect(await this.label()).toContain('can go here');
		await this.press(step.drop ? 'Space' : 'Enter');
		if (step.promotion === 'optional') {
			await expect(button(this.page, 'promotion_yes')).toBeFocused();
			if (!step.promote) await this.press('ArrowDown');
			await this.press('Enter');
		}
		await this.shows(step.position);
		expect(await this.focused(), 'the focus stays on the grid').toBe(step.to);
	}
}

export function squareWords(game: VariantId, key: string): string {
	const rank = key.charCodeAt(1) - 'a'.charCodeAt(0) + 1;
	if (game !== 'shogun') return `${key[0]} ${rank}`;
	const { files, ranks } = SIZES.shogun;
	return String.fromCharCode('a'.charCodeAt(0) + files - Number(key[0])) + (ranks + 1 - rank);
}
