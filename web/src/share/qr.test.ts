import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import { QUIET_ZONE, qrPath } from './qr';

/** Rasterizes the path with the non-zero rule and decodes the picture. */
function read(text: string): string | undefined {
	const code = qrPath(text);
	if (!code) return undefined;
	const scale = 4;
	const units = code.size + 2 * QUIET_ZONE;
	const edges = uprights(code.path);
	const dark = (x: number, y: number) =>
		edges
			.filter(([edge, from, to]) => edge > x && y > Math.min(from, to) && y < Math.max(from, to))
			.reduce((turns, [, from, to]) => turns + Math.sign(to - from), 0) !== 0;
	const size = units * scale;
	const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
	for (let row = 0; row < units; row++)
		for (let column = 0; column < units; column++) {
			if (!dark(column + 0.5 - QUIET_ZONE, row + 0.5 - QUIET_ZONE)) continue;
			for (let y = row * scale; y < (row + 1) * scale; y++)
				for (let x = column * scale; x < (column + 1) * scale; x++)
					pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
		}
	return jsQR(pixels, size, size)?.data;
}

function uprights(path: string): [number, number, number][] {
	const edges: [number, number, number][] = [];
	let [x, y, startX, startY] = [0, 0, 0, 0];
	const to = (nextX: number, nextY: number) => {
		if (nextY !== y) edges.push([nextX, y, nextY]);
		[x, y] = [nextX, nextY];
	};
	for (const [, command = '', numbers = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
		const n = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
		const [a = 0, b = 0] = n;
		if (command === 'M') {
			[x, y] = [a, b];
			[startX, startY] = [a, b];
		} else if (command === 'L') for (let i = 0; i < n.length; i += 2) to(n[i] ?? 0, n[i + 1] ?? 0);
		else if (command === 'H') to(a, y);
		else if (command === 'V') to(x, a);
		else if (command === 'h') to(x + a, y);
		else if (command === 'v') to(x, y + a);
		else if (command === 'Z' || command === 'z') to(startX, startY);
		else throw new Error(`unknown command ${command}`);
	}
	return edges;
}

it('a decoded code contains the encoded text', () => {
	for (const text of [
		'https://games.example.org/g/Ab3-_xYz12',
		`http://192.168.1.20:8000/view#v=1&game=shogi&count=120&moves=${'Ab_'.repeat(120)}`,
	])
		expect(read(text)).toBe(text);
});

it('a text that is too long has no code', () => {
	expect(qrPath('x'.repeat(3000))).toBeNull();
});
