/** Report on a game, and learning from its mistakes. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { button, resign } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { serviceWorkerActive } from '../lib/offline.ts';
import { picture } from '../lib/pictures.ts';
import { ask } from '../lib/server.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

/** Sente loses the rook for a pawn at the third move. */
const MOVES = ['3e4d', '3a2b', '1e1b', '1a1b', '2e3d', '1b1a', '3d2e', '5a5b'];
const BLUNDER = 3;

/** Stores a game as the analysis board of Minishogi. */
async function open(page: Page, moves = MOVES): Promise<void> {
	const record = {
		game: 'minishogi',
		start: '',
		headers: [],
		rules: null,
		nodes: [{ parent: -1 }, ...moves.map((move, parent) => ({ parent, move, spentMs: 61_000 }))],
	};
	await page.addInitScript(
		(kept) => {
			if (!localStorage.getItem('komadai.analysis.minishogi')) localStorage.setItem('komadai.analysis.minishogi', kept);
		},
		JSON.stringify({ record, at: 0, bottom: 'first' }),
	);
	await page.goto('/analysis/minishogi');
	await expect(page.getByTestId('report')).toBeVisible();
}

/** On wide screens the button is visible without scrolling. */
async function begin(page: Page): Promise<void> {
	const run = page.getByTestId('report-run');
	if ((page.viewportSize()?.width ?? 0) >= 1280) await expect(run).toBeInViewport({ ratio: 1 });
	await run.click();
}

async function searched(page: Page, least: number): Promise<void> {
	// On a phone there are two progress bars.
	const bar = page.getByRole('progressbar').first();
	await expect.poll(() => bar.evaluate((one: HTMLProgressElement) => one.value)).toBeGreaterThanOrEqual(least);
}

for (const [name, viewport, locale] of [
	['on a desktop', { width: 1280, height: 800 }, 'en'],
	['on a phone in Japanese', { width: 360, height: 640 }, 'ja'],
] as const)
	test.describe(() => {
		test.use({ viewport, locale });
		test(`a report goes on after a reload and names the blunder, ${name}`, async ({ page }) => {
			await open(page);
			const report = page.getByTestId('report');
			await begin(page);
			await expect(report).toHaveAttribute('data-phase', 'running');
			await searched(page, 2);
			await page.reload();
			await expect(report).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
			await expect(report.getByTestId('report-effort')).toContainText(/\d/);
			await expect(report.getByTestId('blunder-first')).toHaveText(/^[1-9]/);
			await expect(page.getByTestId('tree').getByTestId(`node-${MOVES[BLUNDER - 1]}`)).toContainText('?');
			await expect(report.getByTestId('accuracy-first')).toHaveText(/%|％/);
			// Four moves of 61 s each.
			await expect(report.getByRole('row').filter({ hasText: '4:04' })).toHaveCount(1);
			expect(await violations(page)).toEqual([]);
			await report.getByTestId(`judged-${BLUNDER}`).click();
			await expect(page.getByTestId('board')).toHaveAttribute('data-ply', String(BLUNDER));
		});
	});

test('a report can be stopped and resumed', async ({ page }) => {
	await open(page);
	const report = page.getByTestId('report');
	await begin(page);
	await searched(page, 1);
	await button(page, 'report_stop').click();
	await expect(report).toHaveAttribute('data-phase', 'stopped');
	await page.reload();
	await expect(report).toHaveAttribute('data-phase', 'stopped');
	await button(page, 'report_go_on').click();
	await expect(report).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
});

test('a mistake becomes a task with a solution', async ({ page }) => {
	await open(page);
	const report = page.getByTestId('report');
	await begin(page);
	await expect(report).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
	await report.getByTestId('learn-first').click();
	const learning = page.getByTestId('learning');
	while ((await page.getByTestId('board').getAttribute('data-ply')) !== String(BLUNDER - 1)) {
		await button(page, 'learn_mistakes_skip').click();
	}
	const board = new Board(page, 'minishogi');
	const before = await board.position();
	await page.getByTestId('board').scrollIntoViewIfNeeded();
	// Hide findings that reveal the answer.
	const tree = page.getByTestId('tree');
	await expect(tree.locator('.glyph, .value')).toHaveCount(0);
	await expect(page.getByTestId('eval-bar')).toBeHidden();
	await expect(page.getByTestId('graph')).toHaveCount(0);
	await page.keyboard.press('l');
	await expect(page.getByTestId('engine-key')).toHaveAttribute('aria-pressed', 'false');
	await board.put({ from: '1e', to: '1b' }, 'click');
	await expect(learning).toHaveAttribute('data-phase', 'same');
	expect(await board.position()).toBe(before);
	await button(page, 'learn_mistakes_show').click();
	await expect(tree.locator('.glyph').first()).toBeVisible();
	await expect(page.getByTestId('eval-bar')).toBeVisible();
	await expect(learning).toHaveAttribute('data-phase', 'shown');
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', String(BLUNDER));
	while ((await learning.getAttribute('data-phase')) !== 'end') {
		await button(page, 'learn_mistakes_next', 'learn_mistakes_skip').click();
	}
	await button(page, 'learn_mistakes_close').click();
	await expect(report.getByTestId('judged')).toBeVisible();
});

for (const [name, viewport, locale] of [
	['beside the board on a desktop', { width: 1280, height: 800 }, 'en'],
	['on a phone in Japanese', { width: 360, height: 640 }, 'ja'],
] as const)
	test.describe(() => {
		test.use({ viewport, locale });
		test(`a mistake is solved by a move on the board, ${name}`, async ({ page }) => {
			await page.addInitScript(() => {
				// USI notation names origin and destination of the better move.
				const kept = JSON.parse(localStorage.getItem('komadai.settings') ?? '{}');
				localStorage.setItem('komadai.settings', JSON.stringify({ ...kept, notation: { shogi: 'usi' } }));
			});
			await open(page);
			const report = page.getByTestId('report');
			await begin(page);
			await searched(page, 2);
			await page.reload();
			await expect(report).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
			const row = report.getByRole('listitem').filter({ has: page.getByTestId(`judged-${BLUNDER}`) });
			const better = (await row.getByTestId('better').textContent()) ?? '';
			const [solution, dropped, from, to, promotes] = /^(?:([A-Z])\*|(\d[a-e]))(\d[a-e])(\+?)/.exec(better) ?? [];
			if (!solution || !to) throw new Error(`no move in ${better}`);

			await report.getByTestId('learn-first').click();
			const learning = page.getByTestId('learning');
			const root = page.getByTestId('board');
			while ((await root.getAttribute('data-ply')) !== String(BLUNDER - 1)) {
				await button(page, 'learn_mistakes_skip').click();
			}
			await expect(learning.getByTestId('learning-words')).toBeVisible();
			if (viewport.width >= 1100) {
				const [panel, ground] = [await learning.boundingBox(), await root.boundingBox()];
				expect(panel?.x).toBeGreaterThanOrEqual((ground?.x ?? 0) + (ground?.width ?? 0));
				expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
				await expect(learning).toBeInViewport({ ratio: 1 });
				await expect(root).toBeInViewport({ ratio: 1 });
			} else {
				for (const part of ['seat-top', 'board', 'seat-bottom', 'learning-show', 'learning-next', 'learning-close'])
					await expect(page.getByTestId(part), part).toBeInViewport({ ratio: 1 });
				// The status line repeats the panel.
				await root.scrollIntoViewIfNeeded();
				await expect(page.getByTestId('status')).toHaveText(
					(await learning.getByTestId('learning-words').textContent()) ?? '',
				);
			}
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme });
				expect.soft(await violations(page), colorScheme).toEqual([]);
				await picture(page, `learning-${viewport.width}-${locale}-${colorScheme}`);
			}
			const board = new Board(page, 'minishogi');
			const before = await board.position();
			await root.scrollIntoViewIfNeeded();
			await board.put(dropped ? { drop: dropped, to } : { from: from ?? '', to }, 'click');
			const { legal } = JSON.parse(ask('position', 'minishogi', '--position', before)) as { legal: string[] };
			const isAsked = legal.includes(promotes ? solution.slice(0, -1) : `${solution}+`);
			if (isAsked) await page.getByTestId(promotes ? 'promote-yes' : 'promote-no').click();
			await expect(learning).toHaveAttribute('data-phase', 'right');
			expect(await board.position()).not.toBe(before);
			await expect(root).toHaveAttribute('data-ply', String(BLUNDER));
			while ((await learning.getAttribute('data-phase')) !== 'end') {
				await button(page, 'learn_mistakes_next', 'learn_mistakes_skip').click();
			}
			await expect(learning.getByTestId('learning-words')).toHaveText(/1/);
			await button(page, 'learn_mistakes_close').click();
			await expect(report.getByRole('heading')).toBeInViewport({ ratio: 1 });
			await expect(report.getByTestId('judged')).toBeVisible();
		});
	});

test('a report and its tasks work without a network', async ({ person, complaints }) => {
	const page = await person('offline', { serviceWorkers: 'allow' });
	await open(page);
	await serviceWorkerActive(page);
	complaints.offline = true;
	await page.context().setOffline(true);
	await page.reload();
	const report = page.getByTestId('report');
	await begin(page);
	await expect(report).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
	await expect(report.getByTestId('blunder-first')).toHaveText(/^[1-9]/);
	await report.getByTestId('learn-first').click();
	const learning = page.getByTestId('learning');
	while ((await page.getByTestId('board').getAttribute('data-ply')) !== String(BLUNDER - 1)) {
		await button(page, 'learn_mistakes_skip').click();
	}
	await new Board(page, 'minishogi').put({ from: '1e', to: '1b' }, 'click');
	await expect(learning).toHaveAttribute('data-phase', 'same');
	await button(page, 'learn_mistakes_show').click();
	await expect(learning).toHaveAttribute('data-phase', 'shown');
});

test('a board without moves has no report', async ({ page }) => {
	await open(page, []);
	await expect(button(page.getByTestId('report'), 'report_run')).toBeDisabled();
});

test.describe(() => {
	test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

	test('on a phone Analyse starts the report with progress, and its lines link to the board and back', async ({
		page,
	}) => {
		const game = await newGame(page, 'minishogi', { opponent: 'device', clock: 'none' });
		for (const move of MOVES) {
			await game.put({ from: move.slice(0, 2), to: move.slice(2) }, 'click');
			const no = page.getByTestId('promote-no');
			await expect(async () => {
				if (await no.isVisible()) await no.click();
				await expect(game.root).toHaveAttribute('data-ply', String(MOVES.indexOf(move) + 1), { timeout: 1_000 });
			}).toPass();
		}
		await resign(page);
		const least = async () => {
			const keys = await page.getByTestId('result').locator('.next > *').all();
			return Math.min(...(await Promise.all(keys.map(async (key) => (await key.boundingBox())?.height ?? 0))));
		};
		expect(await least()).toBeGreaterThanOrEqual(44);
		await page.setViewportSize({ width: 390, height: 844 });
		expect(await least()).toBeGreaterThanOrEqual(44);
		await page.setViewportSize({ width: 360, height: 640 });
		await page.getByTestId('analyse-result').tap();
		const report = page.getByTestId('report');
		// The progress replaces the turn indicator.
		await expect(page.getByTestId('report-line').getByRole('progressbar')).toBeInViewport({ ratio: 1 });
		await picture(page, 'report-phone-running');
		await expect(report).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
		await expect(report.getByRole('heading')).toBeInViewport({ ratio: 1 });
		await picture(page, 'report-phone-done');
		const board = page.getByTestId('board');
		for (const what of ['judged', 'better'] as const) {
			const row = report.getByRole('listitem').filter({ has: page.getByTestId(`judged-${BLUNDER}`) });
			await (what === 'judged' ? row.getByTestId(`judged-${BLUNDER}`) : row.getByTestId('better')).tap();
			await expect(board).toBeInViewport({ ratio: 1 });
			await expect(board).toHaveAttribute('data-ply', /[1-9]/);
			await page.getByTestId('report-line-show').tap();
			await expect(report.getByRole('heading')).toBeInViewport({ ratio: 1 });
		}
		await page.reload();
		await expect(report).toHaveAttribute('data-phase', 'done');
		await board.scrollIntoViewIfNeeded();
		await expect(page.getByTestId('report-line-show')).toBeInViewport({ ratio: 1 });
	});

	test('on a phone the best engine line is under the board', async ({ page }) => {
		await open(page);
		await expect(page.getByTestId('report-line-run')).toBeInViewport({ ratio: 1 });
		await page.getByTestId('engine-key').tap();
		await expect(page.getByTestId('engine-line')).toHaveText(/[+−-]?\d.*\S/, { timeout: 60_000 });
		await expect(page.getByTestId('engine-line')).toBeInViewport({ ratio: 1 });
	});
});
