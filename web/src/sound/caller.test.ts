import { expect, it } from 'vitest';
import type { ClockSettings } from '../protocol';
import { ClockCaller } from './caller';

const SUDDEN: ClockSettings = { kind: 'sudden', main_ms: 60_000 };
const left = (main_ms: number) => ({ main_ms, period_ms: 0, periods_left: 0, in_byoyomi: false });

function listener() {
	const log: string[] = [];
	const state = { visible: true };
	const caller = new ClockCaller({
		tick: () => log.push('tick'),
		low: () => log.push('low'),
		say: (spoken) => log.push(spoken.kind === 'second' ? String(spoken.left) : spoken.kind),
		hush: () => log.push('hush'),
		visible: () => state.visible,
	});
	return { log, state, caller };
}

it('announces each second once, regardless of the reading rate', () => {
	const { log, caller } = listener();
	for (let ms = 9_400; ms > 6_900; ms -= 100) caller.hear(SUDDEN, 'first', left(ms));
	expect(log).toEqual(['tick', '9', 'tick', '8', 'tick', '7']);
});

it('the end of a turn ends its count', () => {
	const { log, caller } = listener();
	caller.hear(SUDDEN, 'first', left(9_100));
	caller.hear(SUDDEN, 'first', left(9_000));
	caller.hear(SUDDEN, 'second', left(3_000));
	caller.hear(SUDDEN, 'second', left(2_950));
	caller.hear(SUDDEN, null, null);
	caller.stop();
	expect(log).toEqual(['tick', '9', 'hush']);
});

it('is silent on a hidden page and does not catch up later', () => {
	const { log, state, caller } = listener();
	caller.hear(SUDDEN, 'first', left(8_000));
	state.visible = false;
	for (let ms = 8_000; ms > 4_000; ms -= 1_000) caller.hear(SUDDEN, 'first', left(ms));
	state.visible = true;
	caller.hear(SUDDEN, 'first', left(3_900));
	expect(log).toEqual(['tick', '4']);
});

it('announces nothing when time is added', () => {
	const { log, caller } = listener();
	caller.hear(SUDDEN, 'first', left(4_000));
	caller.hear(SUDDEN, 'first', left(9_000));
	expect(log).toEqual([]);
});
