/** Hashes of positions and other texts. */

/** Position text without move counters, which do not distinguish positions. */
export function withoutCounters(position: string): string {
	return position.trim().replace(/( \d+)+$/, '');
}

/** 53-bit hash cyrb53 (public domain, <https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js>). */
export function textNumber(text: string): number {
	let low = 0xdeadbeef;
	let high = 0x41c6ce57;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		low = Math.imul(low ^ code, 0x9e3779b1);
		high = Math.imul(high ^ code, 0x5f356495);
	}
	low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
	high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
	return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

/** Position hash. Probability of a collision among a million positions: 1 in 10,000. */
export function positionNumber(position: string): number {
	return textNumber(withoutCounters(position));
}
