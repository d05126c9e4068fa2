import { expect, test } from 'vitest';
import { clockOfWorker } from './endAtOnce';

test('the clock waits at intervals, and throws in a terminated Worker', () => {
	let [now, waits, ended] = [0, 0, false];
	const clock = clockOfWorker(
		() => now,
		() => {
			if (ended) throw new Error('ended');
			waits += 1;
			now += 1;
		},
	);
	expect(waits).toBe(1);
	for (let i = 0; i < 1_000; i++) {
		now += 1;
		expect(clock()).toBe(now);
	}
	expect(waits).toBeGreaterThan(10);
	expect(waits).toBeLessThan(20);
	ended = true;
	now += 60;
	expect(clock).toThrow('ended');
});

test('without blocking reads the clock is unchanged', () => {
	const clock = () => 5;
	const same = clockOfWorker(clock, () => {
		throw new Error('refused');
	});
	expect(same).toBe(clock);
});
