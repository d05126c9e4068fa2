/**
 * TCP proxy that simulates a slow network for page, Worker and service worker. Throttling by DevTools covers the
 * page only.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Slow 4G. */
export const ROUND_TRIP_MS = 150;
export const BITS_PER_SECOND = 1_600_000;

export interface SlowWire {
	url: string;
	close(): void;
}

/** FIFO link: a chunk leaves when the previous ones are sent, and arrives half a round trip later. */
class Line {
	#free = 0;
	readonly #bytesPerMs: number;

	constructor(bitsPerSecond: number) {
		this.#bytesPerMs = bitsPerSecond / 8000;
	}

	carry(bytes: number, arrived: () => void): void {
		const now = performance.now();
		this.#free = Math.max(now, this.#free) + bytes / this.#bytesPerMs;
		setTimeout(arrived, this.#free - now + ROUND_TRIP_MS / 2);
	}
}

export function slowWire(target: URL): Promise<SlowWire> {
	const [down, up] = [new Line(BITS_PER_SECOND), new Line(BITS_PER_SECOND)];
	const sockets = new Set<Socket>();
	const forward = (from: Socket, to: Socket, line: Line) => {
		from.on('data', (chunk) => line.carry(chunk.length, () => to.writable && to.write(chunk)));
		from.on('end', () => line.carry(0, () => to.end()));
		from.on('close', () => sockets.delete(from));
		from.on('error', () => to.destroy());
	};
	const server = createServer((near) => {
		sockets.add(near);
		near.pause();
		const far = connect(Number(target.port), target.hostname);
		sockets.add(far);
		forward(near, far, up);
		forward(far, near, down);
		// Connection setup takes one round trip.
		setTimeout(() => near.resume(), ROUND_TRIP_MS);
	});
	return new Promise((ready) => {
		server.listen(0, '127.0.0.1', () => {
			ready({
				url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
				close() {
					server.close();
					for (const socket of sockets) socket.destroy();
				},
			});
		});
	});
}
