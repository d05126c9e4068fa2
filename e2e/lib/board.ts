/** Page object of a board, operated with the pointer at the drawn squares. */
import { expect, type Locator, type Page } from '@playwright/test';
import { region } from './named.ts';
import { type Attempt, SIZES, type Side, type Step, type VariantId } from './scripts.ts';

export type Hand = 'click' | 'drag' | 'tap';

interface Point {
	x: number;
	y: number;
}

export async function isInCheck(where: Page | Locator): Promise<boolean> {
	return (await where.getByTestId('board').locator('sq.check').count()) > 0;
}

/** Expects a refusal; check, which some reasons depend on, is drawn a moment later. */
export async function expectRefusal(
	said: Locator,
	where: Page | Locator,
	why: (inCheck: boolean) => string | RegExp,
): Promise<void> {
	await expect(async () => {
		await expect(said).toHaveText(why(await isInCheck(where)), { timeout: 1_000 });
	}).toPass({ timeout: 30_000 });
}

export class Board {
	readonly page: Page;
	readonly game: VariantId;
	/** Position, side to move and orientation are data attributes. */
	readonly root: Locator;
	readonly refusal: Locator;
	readonly status: Locator;
	readonly result: Locator;

	constructor(page: Page, game: VariantId) {
		this.page = page;
		this.game = game;
		this.root = page.getByTestId('board');
		this.refusal = page.getByTestId('refusal');
		this.status = page.getByTestId('status');
		this.result = region(page, 'result_title');
	}

	async shows(position: string): Promise<void> {
		await expect(this.root).toHaveAttribute('data-position', position);
	}

	async position(): Promise<string> {
		return (await this.root.getAttribute('data-position')) ?? '';
	}

	async mayMove(side: Side): Promise<void> {
		await expect(this.root).toHaveAttribute('data-mover', side);
	}

	square(key: string): Promise<Point> {
		return this.place({ key });
	}

	/** Centre of a square or of a piece in the mover's hand, in one round trip to the page. */
	private place(what: { key?: string; letter?: string }): Promise<Point> {
		return this.page.evaluate(
			({ key, letter, files, ranks }) => {
				const { bottom, side } = document.querySelector<HTMLElement>('[data-testid="board"]')?.dataset ?? {};
				const hand = `[data-testid="hand-${side}-${letter}"]`;
				const box = document.querySelector(letter ? hand : 'sg-board')?.getBoundingClientRect();
				if (!box?.width) throw new Error(letter ? `${side} has no ${letter} in hand` : 'there is no board');
				if (!key) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
				const file = Number(key[0]);
				const rank = key.charCodeAt(1) - 'a'.charCodeAt(0);
				const column = bottom === 'first' ? files - file : file - 1;
				const row = bottom === 'first' ? rank : ranks - 1 - rank;
				return { x: box.x + ((column + 0.5) * box.width) / files, y: box.y + ((row + 0.5) * box.height) / ranks };
			},
			{ ...what, ...SIZES[this.game] },
		);
	}

	private async touch({ x, y }: Point, hand: Hand): Promise<void> {
		if (hand === 'tap') await this.page.touchscreen.tap(x, y);
		else await this.page.mouse.click(x, y);
	}

	async put(what: { from?: string; drop?: string; to: string }, hand: Hand): Promise<void> {
		const start = await this.place(what.drop ? { letter: what.drop } : { key: what.from ?? '' });
		const end = await this.square(what.to);
		if (hand !== 'drag') {
			await this.touch(start, hand);
			await this.touch(end, hand);
			return;
		}
		const { mouse } = this.page;
		await mouse.move(start.x, start.y);
		await mouse.down();
		await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
		// The board picks the piece up in the next frame.
		await expect(this.page.locator('piece.dragging')).toBeVisible();
		await mouse.move(end.x, end.y);
		await mouse.up();
	}

	async play(step: Step, hand: Hand): Promise<void> {
		await this.put(step, hand);
		if (step.promotion === 'optional') {
			await this.page.getByTestId(step.promote ? 'promote-yes' : 'promote-no').click();
		}
		await this.shows(step.position);
	}

	/** Tries an illegal move; the page must show the reason, which depends on check, and keep the position. */
	async isRefused(attempt: Attempt, hand: Hand, why: (inCheck: boolean) => string | RegExp): Promise<void> {
		const before = await this.position();
		await this.put(attempt, hand);
		await expect(this.refusal).toHaveAttribute('data-code', attempt.code);
		await expect(this.refusal).toBeVisible();
		await expectRefusal(this.refusal, this.page, why);
		expect(await this.position()).toBe(before);
	}
}
