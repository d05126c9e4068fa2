import { expect, it } from 'vitest';
import { MAX_TICK_MS, Ticker } from './ticker';

function bench() {
	let now = 0;
	let visible = true;
	let tick = () => {};
	let charged = 0;
	const ticker = new Ticker(
		(ms) => {
			charged += ms;
		},
		{
			now: () => now,
			every: (_, run) => {
				tick = run;
				return () => {
					tick = () => {};
				};
			},
			visible: () => visible,
		},
	);
	return {
		ticker,
		pass: (ms: number) => {
			now += ms;
			tick();
		},
		show: (value: boolean) => {
			visible = value;
		},
		charged: () => charged,
	};
}

it('charges elapsed time tick by tick, fractions kept', () => {
	const { ticker, pass, charged } = bench();
	ticker.start();
	for (let i = 0; i < 10; i++) pass(100.5);
	expect(charged()).toBe(1005);
	ticker.stop();
	pass(500);
	expect(charged()).toBe(1005);
});

it('charges nothing while the page is hidden', () => {
	const { ticker, pass, show, charged } = bench();
	ticker.start();
	pass(100);
	show(false);
	pass(60_000);
	show(true);
	pass(100);
	expect(charged()).toBe(200);
});

it('charges a sleep of the device as one tick at most', () => {
	const { ticker, pass, charged } = bench();
	ticker.start();
	pass(3_600_000);
	expect(charged()).toBe(MAX_TICK_MS);
});
