import { describe, expect, it } from 'vitest';
import { type FriendState, friendBanners } from './friendBanners';

const CALM: FriendState = {
	cut: null,
	clockRuns: false,
	closedBy: null,
	newer: false,
	over: false,
	unrated: null,
	claim: null,
	notice: null,
};

describe('banners above the board', () => {
	it('there are none in a normal game', () => {
		expect(friendBanners(CALM)).toEqual([]);
	});

	it('offer to claim the win or abort when the opponent has left', () => {
		const done: string[] = [];
		const claim = { inMs: 0, victory: () => done.push('victory'), abort: () => done.push('abort') };
		const [banner, ...others] = friendBanners({ ...CALM, claim });
		expect(others).toEqual([]);
		expect(banner?.text).toBe('You can claim victory now.');
		expect(banner?.actions?.map(({ text }) => text)).toEqual(['Claim victory', 'Abort game']);
		for (const { run } of banner?.actions ?? []) run();
		expect(done).toEqual(['victory', 'abort']);
	});

	it('count down to the claim without announcing each second', () => {
		const at = (inMs: number) => friendBanners({ ...CALM, claim: { inMs, victory: () => {}, abort: () => {} } })[0];
		expect(at(59_000), 'a reload is no absence').toBeUndefined();
		expect(at(33_600)?.text).toBe('You can claim victory in 0:34.');
		expect(at(33_600)?.actions?.map(({ disabled }) => disabled)).toEqual([true, true]);
		expect(at(20_000)?.said).toBe(at(33_600)?.said);
		expect(at(0)?.said).not.toBe(at(1)?.said);
		expect(at(0)?.id, 'the keys stay in their place').toBe(at(1)?.id);
		expect(at(0)?.actions?.map(({ disabled }) => disabled)).toEqual([false, false]);
	});

	it('give the reason of a closed connection once', () => {
		const closed = { ...CALM, closedBy: 'protocol-too-new' } as const;
		const text = friendBanners(closed)[0]?.text ?? '';
		expect(text).not.toBe('');
		const notice = { kind: 'warning', text } as const;
		expect(friendBanners({ ...closed, notice }).map((banner) => banner.text)).toEqual([text]);
	});

	it('give the reason for an unrated game before it begins', () => {
		const text = (unrated: FriendState['unrated']) => friendBanners({ ...CALM, unrated })[0]?.text;
		expect(text('same-device')).toBe('Not rated: both players have used this browser.');
		expect(text('same-network')).toBe('Not rated: both players are on the same network.');
	});

	it('warn that clocks keep running while the connection is lost', () => {
		const [banner] = friendBanners({ ...CALM, cut: 'lost', clockRuns: true });
		expect(banner?.connection).toBe(true);
		expect(banner?.text).toMatch(/clock/i);
	});
});
