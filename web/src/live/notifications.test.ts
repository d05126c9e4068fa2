import { beforeEach, expect, it } from 'vitest';
import type { Notification } from '../protocol';
import { type Looks, Notifications } from './notifications.svelte';

let kept: Looks;
let marked: number[];
let all: Notifications;
let tabs: (() => void)[];

function fresh(): Notifications {
	const made = new Notifications({
		looks: () => kept,
		remember: (looks) => {
			kept = looks;
		},
		changed: (run) => tabs.push(run),
	});
	made.mark = (upTo) => marked.push(upTo);
	return made;
}

beforeEach(() => {
	kept = [];
	marked = [];
	tabs = [];
	all = fresh();
});

const one = (id: number, game = `game-${id}`) => ({ id, at_ms: 10 * id, game: { id: game } }) as Notification;
const unread = () => all.unread.map(({ id }) => id);

it('arrivals are unread, once, and newest first', () => {
	all.answered({ notifications: [one(5), one(3)], read_up_to: 3 });
	expect(unread()).toEqual([5]);
	expect(all.arrived(one(9))).toBe(true);
	expect(all.arrived(one(9))).toBe(false);
	// The answer was sent before 9 arrived.
	all.answered({ notifications: [one(5), one(3)], read_up_to: 3 });
	expect(unread()).toEqual([9, 5]);
	for (let id = 10; id < 200; id++) all.arrived(one(id));
	expect(all.list).toHaveLength(100);
});

it('the game on the screen has nothing unread, other games may', () => {
	all.answered({ notifications: [one(7), one(6, 'shown'), one(5)], read_up_to: 0 });
	all.looked('shown', 0);
	all.looked('another', 0);
	expect(unread()).toEqual([7, 5]);
	expect(marked).toEqual([]);
	all = fresh();
	all.answered({ notifications: [one(7), one(6, 'shown'), one(5)], read_up_to: 0 });
	expect(unread()).toEqual([7, 5]);
	// The mark stops before the oldest unread.
	all.looked('game-5', 0);
	all.looked('game-7', 0);
	expect(marked).toEqual([6, 7]);
});

it('events seen on the screen are not unread when they arrive on the next page', () => {
	all.looked('left', 80);
	all = fresh();
	all.answered({ notifications: [], read_up_to: 0 });
	all.arrived(one(8, 'left'));
	expect(unread()).toEqual([]);
	all.arrived(one(9, 'left'));
	expect(unread()).toEqual([9]);
	for (let n = 0; n < 99; n++) all.looked(`game-${n}`, 1);
	expect(kept).toHaveLength(50);
});

it('all are read at once, here or on another device', () => {
	all.answered({ notifications: [one(7), one(5)], read_up_to: 0 });
	all.readAll();
	all.readAll();
	expect([unread(), marked]).toEqual([[], [7]]);
	all.arrived(one(8));
	all.answered({ notifications: [one(8), one(7)], read_up_to: 8 });
	expect(unread()).toEqual([]);
	all.forget();
	all.answered({ notifications: [one(2)], read_up_to: 0 });
	expect(unread()).toEqual([2]);
});

it('a game seen in one tab is read in the others, and stays read', () => {
	const other = fresh();
	for (const tab of [all, other]) tab.answered({ notifications: [one(7), one(5)], read_up_to: 0 });
	other.looked('game-7', 0);
	for (const notify of tabs) notify();
	expect(unread()).toEqual([5]);
	all.looked('another', 0);
	expect(kept.map(([game]) => game)).toEqual(['game-7', 'another']);
});
