/**
 * Loading times on a slow phone (Slow 4G, 4× CPU throttling, cold caches): medians over rounds; and Lighthouse
 * scores. Results in `docs/performance/web-vitals.json`. Measurement without assertions.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page, test } from '@playwright/test';
import { Board } from '../../lib/board.ts';
import { someMove } from '../../lib/moves.ts';
import { script } from '../../lib/scripts.ts';
import { Server } from '../../lib/server.ts';
import { load } from '../record.ts';
import { slowWorker } from '../slowWorker.ts';
import { slowWire } from './slowWire.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SLOWER = 4;
const PHONE = { width: 360, height: 640 };
const RECORD = fileURLToPath(new URL('../../../docs/performance/web-vitals.json', import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Duration of a loop in a Worker in milliseconds; throttling of the page may not affect it. */
async function workerLoop(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			new Promise<number>((done) => {
				const code =
					'const t = performance.now(); let x = 0; for (let i = 0; i < 5e7; i++) x = (x * 31 + i) | 0; postMessage([performance.now() - t, x]);';
				const worker = new Worker(URL.createObjectURL(new Blob([code])));
				worker.onmessage = ({ data }) => done(data[0]);
			}),
	);
}

/** Slowdown of a Worker when the browser is throttled by `SLOWER`. */
async function reachOfThrottling(browser: Browser): Promise<number> {
	const page = await browser.newPage();
	const cdp = await page.context().newCDPSession(page);
	const [full, slowed]: [number[], number[]] = [[], []];
	for (let round = 0; round < 5; round++) {
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
		full.push(await workerLoop(page));
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
		slowed.push(await workerLoop(page));
	}
	await page.close();
	return median(slowed) / median(full);
}

/** Records by the page clock when the board and each ply appear. */
function noteTimes(): void {
	const times: Record<string, number> = {};
	Object.assign(window, { times });
	const note = (name: string) => {
		times[name] ??= performance.now();
	};
	new MutationObserver(() => {
		const board = document.querySelector<HTMLElement>('[data-testid="board"]');
		if (board?.querySelector('sg-pieces piece')) note('board');
		for (const ply of [1, 2]) if (Number(board?.dataset.ply ?? 0) >= ply) note(`ply${ply}`);
	}).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-ply'] });
	new PerformanceObserver((list) => {
		for (const { startTime } of list.getEntries()) times.lcp = startTime;
	}).observe({ type: 'largest-contentful-paint', buffered: true });
}

type Times = Record<'paint' | 'largest' | 'board' | 'move' | 'answer', number>;

/** First visit: home page, click, board, earliest possible move, reply of the computer. */
async function visit(browser: Browser, url: string, workersLag: number): Promise<Times> {
	const context = await browser.newContext({
		viewport: PHONE,
		deviceScaleFactor: 2,
		hasTouch: true,
		isMobile: true,
		locale: 'en',
		baseURL: url,
	});
	const page = await context.newPage();
	await page.addInitScript(() => localStorage.setItem('komadai.settings', JSON.stringify({ instant: true })));
	page.on('worker', (worker) => void worker.evaluate(slowWorker, workersLag).catch(() => {}));
	await page.addInitScript(noteTimes);
	const cdp = await context.newCDPSession(page);
	await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
	await page.goto('/', { waitUntil: 'commit' });
	await page.getByTestId('play-shogi').tap();
	const board = new Board(page, 'shogi');
	await page.waitForFunction(() => document.querySelector('[data-testid="board"][data-mover="first"] sg-pieces piece'));
	await board.put(someMove('shogi', script('shogi').start), 'tap');
	await page.waitForFunction(() => 'ply2' in (window as unknown as { times: object }).times, undefined, {
		timeout: 60_000,
	});
	const seen = await page.evaluate(() => {
		const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
		return { ...(window as unknown as { times: Record<string, number> }).times, paint };
	});
	await context.close();
	const { paint, lcp, board: stood, ply1, ply2 } = seen as Record<string, number>;
	return { paint, largest: lcp, board: stood, move: ply1, answer: ply2 } as Times;
}

interface Scores {
	scores: Record<string, number>;
	blocking: number;
	failing: string[];
}

/** Lighthouse's mobile preset has the same conditions. It is installed beside this file. */
async function lighthouse(url: string, port: number): Promise<Scores> {
	const name = 'lighthouse';
	const { default: run } = await import(name);
	const { lhr } = await run(url, { port, output: 'json', logLevel: 'error' });
	const categories = lhr.categories as Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
	const scores = Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, Math.round(score * 100)]));
	const failing = Object.entries(categories)
		.filter(([id]) => id !== 'performance')
		.flatMap(([, { auditRefs }]) => auditRefs)
		.filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
		.map(({ id }) => id);
	return { scores, blocking: Math.round(lhr.audits['total-blocking-time'].numericValue), failing };
}

async function scored(url: string): Promise<Record<string, Scores[]>> {
	const port = 20_000 + (process.pid % 20_000);
	const context = await chromium.launchPersistentContext('', {
		executablePath: CHROMIUM,
		args: [...ARGS, `--remote-debugging-port=${port}`],
		locale: 'en',
		baseURL: url,
	});
	const page = await context.newPage();
	await page.goto('/');
	await page.getByTestId('play-shogi').click();
	await page.getByTestId('board').waitFor();
	const board = page.url();
	await page.close();
	const found: Record<string, Scores[]> = {};
	for (const [name, address] of Object.entries({ home: `${url}/`, 'new game': `${url}/new/shogi`, board })) {
		found[name] = [];
		for (let round = 0; round < ROUNDS; round++) found[name].push(await lighthouse(address, port));
		console.log(name, JSON.stringify(found[name]));
	}
	await context.close();
	return found;
}

test('a slow phone', async () => {
	const server = await Server.start();
	const wire = await slowWire(new URL(server.url));
	const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
	const reach = await reachOfThrottling(browser);
	console.log(`a Worker is ${reach.toFixed(2)} times slower`);
	// Compensates for throttling that does not reach Workers.
	const lag = reach > SLOWER / 2 ? 1 : SLOWER;
	const before = load();
	const visits: Times[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		visits.push(await visit(browser, wire.url, lag));
		console.log(JSON.stringify(visits.at(-1)));
	}
	const version = browser.version();
	await browser.close();
	wire.close();
	const pages = process.env.NO_LIGHTHOUSE ? {} : await scored(server.url);
	await server.stop();
	mkdirSync(new URL('.', `file://${RECORD}`), { recursive: true });
	// Without Lighthouse the previous scores are kept.
	const old = process.env.NO_LIGHTHOUSE && existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')).pages : null;
	const record = {
		processor: cpus()[0]?.model ?? '',
		processors: cpus().length,
		chromium: version,
		workerReach: Number(reach.toFixed(2)),
		load: { before, after: load() },
		visits: visits.map((one) => Object.fromEntries(Object.entries(one).map(([name, ms]) => [name, Math.round(ms)]))),
		pages: old ?? pages,
	};
	writeFileSync(RECORD, `${JSON.stringify(record, null, '\t')}\n`);
});
