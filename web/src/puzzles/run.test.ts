import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Run, SPRINT_MS } from './run.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a sprint ends after three minutes, however many were missed', () => {
	let now = 0;
	const ends: number[] = [];
	const run = new Run(
		'sprint',
		(score) => ends.push(score),
		() => now,
	);
	run.solved();
	expect(run.score, 'before it begins nothing counts').toBe(0);
	run.begin();
	run.solved();
	for (let i = 0; i < 5; i++) run.missed();
	now = SPRINT_MS - 1_000;
	vi.advanceTimersByTime(1_000);
	expect(run.leftMs).toBe(1_000);
	expect(run.phase).toBe('running');
	now = SPRINT_MS;
	vi.advanceTimersByTime(1_000);
	expect(run.phase).toBe('over');
	run.solved();
	expect(ends).toEqual([1]);
});

it('a storm has no clock, ends with the third miss, and can be restarted', () => {
	const ends: number[] = [];
	const run = new Run('storm', (score) => ends.push(score));
	run.begin();
	run.solved();
	run.missed();
	run.solved();
	run.missed();
	vi.advanceTimersByTime(10 * SPRINT_MS);
	expect(run.phase).toBe('running');
	run.missed();
	expect([run.phase, run.score]).toEqual(['over', 2]);
	run.begin();
	expect([run.phase, run.score, run.misses]).toEqual(['running', 0, 0]);
	run.finish();
	expect(ends).toEqual([2, 0]);
});
