/**
 * How long the report on a game of 100 moves takes, at full speed and with a processor four times slower. The game is
 * one of the engine against itself. No test: nothing is asserted, a machine with other work would decide.
 * `make report-bench`; MOVES=100.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from '@playwright/test';
import { button } from '../../lib/named.ts';
import { program, Server } from '../../lib/server.ts';
import { slowWorker } from '../slowWorker.ts';

const MOVES = Number(process.env.MOVES ?? 100);
/** Nodes of the engine for each move of the game. */
const NODES = 20_000;

/** Moves of the engine against itself. */
async function game(): Promise<string[]> {
	const engine = spawn(program(), ['usi'], { stdio: ['pipe', 'pipe', 'ignore'] });
	const moves: string[] = [];
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

test('a report', async ({ browser }) => {
	const server = await Server.start();
	const moves = await game();
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
		const seconds = ((performance.now() - began) / 1_000).toFixed(1);
		const effort = await report.getByTestId('report-effort').textContent();
		console.log(`${moves.length} moves, processor ${slower} times slower: ${seconds} s (${effort?.trim()})`);
		await page.context().close();
	}
	await server.stop();
});
