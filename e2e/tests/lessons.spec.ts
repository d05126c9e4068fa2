/** Lessons and the guided first game. */
import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { text } from '../lib/messages.ts';
import { button } from '../lib/named.ts';
import { VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

const LESSONS = new URL('../../web/learn/lessons/', import.meta.url);
const TAUGHT = VARIANT_IDS.filter((game) => existsSync(new URL(`${game}/steps.json`, LESSONS)));

/** Moves a piece by keyboard. */
async function move(page: Page, from: string, to: string): Promise<void> {
	for (const square of [from, to]) {
		await page.locator(`[data-key="${square}"]`).focus();
		await page.keyboard.press('Enter');
	}
}

const verdict = (page: Page, kind: string) => expect(page.getByTestId('step')).toHaveAttribute('data-verdict', kind);

test('a step is refused, missed, hinted at, solved and remembered', async ({ page }) => {
	await page.goto('/learn');
	await page.getByTestId('lessons-shogi').click();
	await expect(page.getByTestId('step')).toHaveAttribute('data-step', 'pawn');
	// Illegal: two squares at once.
	await move(page, '5g', '5e');
	await expect(page.getByTestId('refusal')).toHaveAttribute('data-code', 'wrong-movement');
	// Legal, but misses the goal.
	await move(page, '5i', '5h');
	await expect(page.getByTestId('lesson-line')).toHaveText(text('lesson_yours'));
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '2');
	await move(page, '5g', '5f');
	await verdict(page, 'missed');
	await expect(page.getByTestId('lesson-line')).toContainText(text('lesson_missed_reach'));
	await button(page, 'lesson_again').click();
	await verdict(page, 'going');
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '0');
	await button(page, 'lesson_hint').click();
	await expect(page.getByTestId('hint-text')).toBeVisible();
	await button(page, 'lesson_show').click();
	await expect(page.getByTestId('solution')).toContainText('P');
	await move(page, '5g', '5f');
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '2');
	await move(page, '5f', '5e');
	await verdict(page, 'done');
	await page.getByTestId('next').click();
	await expect(page).toHaveURL(/\/lessons\/lance$/);
	await page.reload();
	await expect(page.locator('nav.all a.done')).toHaveCount(1);
	// A return continues at the first open step.
	await page.goto('/learn/shogi/lessons');
	await expect(page.getByTestId('step')).toHaveAttribute('data-step', 'lance');
});

test('a lesson accepts a drop, and answers a wrong mate with a reply', async ({ page }) => {
	await page.goto('/learn/shogi/lessons/head-gold');
	await page.getByTestId('hand-first-G').click();
	await page.locator('[data-key="4b"]').click({ force: true });
	await verdict(page, 'missed');
	// The king's reply is marked.
	await expect(page.locator('sq.marked')).toHaveCount(2);
	await button(page, 'lesson_again').click();
	await page.getByTestId('hand-first-G').click();
	await page.locator('[data-key="5b"]').click({ force: true });
	await verdict(page, 'done');
});

test('a mate in two moves: a wrong check is refuted on the board, the right one goes on', async ({ page }) => {
	await page.goto('/learn/shogi/lessons/two-move-mate');
	const board = page.getByTestId('board');
	await page.getByTestId('hand-first-G').click();
	await page.locator('[data-key="4b"]').click({ force: true });
	await verdict(page, 'missed');
	await expect(board).toHaveAttribute('data-ply', '2');
	const reply = text('puzzle_reply_king_takes').split('{move}')[0]?.replace('{king}', 'king') ?? '';
	await expect(page.getByTestId('lesson-line')).toContainText(reply);
	await button(page, 'lesson_again').click();
	await expect(board).toHaveAttribute('data-ply', '0');
	await move(page, '5d', '5b');
	await button(page, 'promotion_yes').click();
	await expect(board).toHaveAttribute('data-ply', '2');
	await verdict(page, 'going');
	await page.getByTestId('hand-first-G').click();
	await page.locator('[data-key="3b"]').click({ force: true });
	await verdict(page, 'done');
});

test('a lesson asks about promotion, and reports when the other choice is right', async ({ page }) => {
	await page.goto('/learn/shogi/lessons/tokin');
	await move(page, '5d', '5c');
	await button(page, 'promotion_no').click();
	await verdict(page, 'missed');
	await expect(page.getByTestId('lesson-line')).toContainText(text('lesson_missed_promote'));
	await button(page, 'lesson_again').click();
	await move(page, '5d', '5c');
	await button(page, 'promotion_yes').click();
	await verdict(page, 'done');
});

for (const game of TAUGHT)
	test(`${game}: the first game has a teacher and an opponent`, async ({ page }) => {
		await page.goto(`/learn/${game}/lessons/game`);
		const first = page.getByTestId('first-game');
		await expect(first).toHaveAttribute('data-advice', /.+/);
		await expect(page.getByTestId('advice')).not.toBeEmpty();
		const [from, to] = { shogi: ['7g', '7f'], minishogi: ['5d', '5c'], torishogi: ['3g', '2f'], shogun: ['4g', '4f'] }[
			game
		] as [string, string];
		await move(page, from, to);
		await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '2');
		await expect(page.getByTestId('advice')).not.toBeEmpty();
		expect(await violations(page)).toEqual([]);
		await page.reload();
		await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '2');
	});
