/** The real program on a free port with its own database. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_MS = 20_000;
/** Limits that suit slow tests whose players share one address. */
const PATIENT = { KOMADAI_START_LIMIT: '300', KOMADAI_OFFERS_PER_NETWORK: '100' };

/** `KOMADAI_BIN`, or the latest build of cargo. */
export function program(): string {
	const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');
	const places = [process.env.KOMADAI_BIN, join(target, 'debug/komadai'), join(target, 'release/komadai')];
	const found = places.find((place) => place && existsSync(place));
	if (!found) throw new Error('there is no komadai program: run `make e2e`, or set KOMADAI_BIN');
	return found;
}

export function ask(...args: string[]): string {
	return execFileSync(program(), args, { encoding: 'utf8' });
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address();
			const port = typeof address === 'object' && address ? address.port : 0;
			probe.close(() => resolve(port));
		});
	});
}

export class Server {
	readonly url: string;
	readonly #port: number;
	readonly #folder: string;
	#process: ChildProcess | undefined;
	#log = '';
	#more: string[];

	private constructor(port: number, more: string[]) {
		this.#port = port;
		this.#more = more;
		this.url = `http://127.0.0.1:${port}`;
		this.#folder = mkdtempSync(join(tmpdir(), 'komadai-e2e-'));
	}

	/** `more` gives extra arguments for the port. */
	static async start(more: (port: number) => string[] = () => []): Promise<Server> {
		const port = await freePort();
		const server = new Server(port, more(port));
		await server.run();
		return server;
	}

	async run(): Promise<void> {
		const bind = `127.0.0.1:${this.#port}`;
		const args = ['serve', '--bind', bind, '--database', join(this.#folder, 'komadai.db'), ...this.#more];
		const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...PATIENT, ...process.env } });
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				this.#log += text;
			});
		}
		this.#process = child;
		const deadline = Date.now() + START_MS;
		while (!(await this.#answers())) {
			if (child.exitCode !== null || Date.now() > deadline) {
				throw new Error(`the server does not answer (status ${child.exitCode}):\n${this.#log}`);
			}
			await new Promise((again) => setTimeout(again, 50));
		}
	}

	async #answers(): Promise<boolean> {
		return fetch(`${this.url}/healthz`).then(
			(answer) => answer.ok,
			() => false,
		);
	}

	async #end(signal: NodeJS.Signals): Promise<number | null> {
		const child = this.#process;
		this.#process = undefined;
		if (!child || child.exitCode !== null) return child?.exitCode ?? null;
		const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
		child.kill(signal);
		return ended;
	}

	async kill(): Promise<void> {
		await this.#end('SIGKILL');
	}

	/** Expects exit status 0. */
	async stop(): Promise<void> {
		const status = await this.#end('SIGTERM');
		rmSync(this.#folder, { recursive: true, force: true });
		if (status !== null && status !== 0) throw new Error(`the server ended with status ${status}:\n${this.#log}`);
	}
}
