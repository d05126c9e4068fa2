/**
 * Time for the report on a game of 100 moves, at full speed and with 4× CPU throttling. The game is engine
 * self-play. Results in `docs/performance/report-bench.json`. Measurement without assertions. `make report-bench`;
 * MOVES=100.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from '@playwright/test';
import { button } from '../../lib/named.ts';
import { script } from '../../lib/scripts.ts';
import { program, Server } from '../../lib/server.ts';
import { load, writeRecord } from '../record.ts';
import { slowWorker } from '../slowWorker.ts';

const MOVES = Number(process.env.MOVES ?? 100);
const NODES = 20_000;

/** Self-play from an opening; ends early at a loss. */
async function playedFrom(opening: readonly string[]): Promise<string[]> {
	const engine = spawn(program(), ['usi'], { stdio: ['pipe', 'pipe', 'ignore'] });
	const moves = [...opening];
	engine.stdin.write('usi\nusinewgame\n');
	const ask = () => {
		const after = moves.length > 0 ? ` moves ${moves.join(' ')}` : '';
		engine.stdin.write(`position startpos${after}\ngo nodes ${NODES}\n`);
	};
	ask();
	for await (const line of createInterface({ input: engine.stdout })) {
		const [, move] = line.match(/^bestmove (\S+)/) ?? [];
		if (move === undefined) continue;
		if (move === 'resign' || move === 'win') break;
		moves.push(move);
		if (moves.length >= MOVES) break;
		ask();
	}
	engine.stdin.end('quit\n');
	return moves;
}

async function game(): Promise<string[]> {
	const first = script('shogi').moves.map(({ move }) => move);
	for (let opening = 0; ; opening += 2) {
		const moves = await playedFrom(first.slice(0, opening));
		if (moves.length >= MOVES || opening >= 20) return moves;
	}
}

interface Kept {
	nodes: number;
	evaluations: { nodes: number }[];
}

test('a report', async ({ browser }) => {
	const server = await Server.start();
	const moves = await game();
	const before = load();
	const runs = [];
	const record = {
		game: 'shogi',
		start: '',
		headers: [],
		rules: null,
		nodes: [{ parent: -1 }, ...moves.map((move, parent) => ({ parent, move }))],
	};
	for (const slower of [1, 4]) {
		const page = await (await browser.newContext({ baseURL: server.url })).newPage();
		await page.addInitScript(
			(kept) => localStorage.setItem('komadai.analysis.shogi', kept),
			JSON.stringify({ record, at: 0, bottom: 'first' }),
		);
		if (slower > 1) page.on('worker', (worker) => void worker.evaluate(slowWorker, slower).catch(() => {}));
		await page.goto('/analysis/shogi');
		const report = page.getByTestId('report');
		await report.waitFor();
		const cdp = await page.context().newCDPSession(page);
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
		const began = performance.now();
		await button(page, 'report_run').click();
		await page.locator('[data-testid="report"][data-phase="done"]').waitFor({ timeout: 600_000 });
		const seconds = Number(((performance.now() - began) / 1_000).toFixed(1));
		const effort = (await report.getByTestId('report-effort').textContent()) ?? '';
		const [kept] = await page.evaluate(() => JSON.parse(localStorage.getItem('komadai.reports') ?? '[]') as Kept[]);
		const all = kept?.evaluations ?? [];
		const searched = Math.round(all.reduce((sum, { nodes }) => sum + nodes, 0) / all.length);
		runs.push({ slower, seconds, nodes: kept?.nodes, searched, says: effort.trim().replace(/\s+/g, ' ') });
		console.log(`${moves.length} moves: ${JSON.stringify(runs.at(-1))}`);
		await page.context().close();
	}
	writeRecord('report-bench', browser.version(), before, { moves: moves.length, runs });
	await server.stop();
});
