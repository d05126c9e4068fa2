import { expect, it } from 'vitest';
import type { Changes, Entries, List, ListChange } from '../protocol';
import type { Line, LineTopic } from './line';
import { changed, ListTopic } from './listTopic';

interface Entry {
	id: string;
	at: number;
}

const newest = (one: Entry, other: Entry) => other.at - one.at;
const entry = (id: string, at: number): Entry => ({ id, at });

/** A topic on a line that notes what is sent, and what its handlers were told. */
function followed() {
	const sent: unknown[] = [];
	const calls: string[] = [];
	let later: (() => void) | undefined;
	const line: Line = {
		player: null,
		add: (added: LineTopic) => added.subscribe(),
		remove: () => calls.push('removed'),
		send: (message) => sent.push(message),
		after: (_ms, run) => {
			later = run;
			return () => {
				later = undefined;
			};
		},
		hurry: () => {},
		serverNow: () => 0,
	};
	const topic = new ListTopic<Entry>(line, 'lobby', newest, {
		list: ({ entries, total }) => calls.push(`${entries.map(({ id }) => id).join('')} of ${total}`),
		away: () => calls.push('away'),
		closed: (by) => calls.push(`closed by ${by}`),
	});
	const list = (list: Entries<Entry>) =>
		topic.receive({ type: 'list', topic: 'lobby', ...list } as unknown as { type: 'list' } & List);
	const change = (change: Changes<Entry>) =>
		topic.receive({ type: 'list-change', topic: 'lobby', ...change } as unknown as {
			type: 'list-change';
		} & ListChange);
	return { topic, sent, calls, list, change, later: () => later };
}

const subscribe = { type: 'subscribe', topic: 'lobby' };

it('subscribes on each connection, and again after the server dropped it', () => {
	const { topic, sent, calls, list, later } = followed();
	topic.start();
	topic.start();
	list({ version: 1, entries: [], total: 0 });
	topic.phase();
	topic.subscribe();
	topic.receive({ type: 'unsubscribed', topic: 'lobby', code: 'storage-failed' });
	expect(sent).toEqual([subscribe, subscribe]);
	later()?.();
	expect(sent).toHaveLength(3);
	topic.receive({ type: 'unsubscribed', topic: 'lobby', code: 'missing-scope' });
	topic.end();
	topic.end();
	expect(calls).toEqual([' of 0', 'away', 'away', 'away', 'removed']);
	expect(later()).toBeUndefined();
});

it('follows the changes, and asks for the whole list when one is missing', () => {
	const { topic, sent, calls, list, change } = followed();
	topic.start();
	change({ version: 7, changed: [entry('x', 9)], gone: [], total: 1 });
	list({ version: 7, entries: [entry('b', 2), entry('a', 1)], total: 2 });
	change({ version: 8, changed: [entry('c', 3)], gone: ['a'], total: 2 });
	change({ version: 8, changed: [entry('c', 3)], gone: ['a'], total: 2 });
	expect(calls).toEqual(['ba of 2', 'cb of 2']);
	expect(sent).toEqual([subscribe]);
	change({ version: 10, changed: [entry('d', 4)], gone: [], total: 3 });
	expect(sent).toEqual([subscribe, subscribe]);
	// Until the answer, changes follow a list that is not there.
	change({ version: 11, changed: [entry('e', 5)], gone: [], total: 4 });
	list({ version: 11, entries: [entry('d', 4)], total: 1 });
	// Unasked, from a server whose messages were lost.
	list({ version: 2 ** 32 + 1, entries: [], total: 0 });
	expect(calls.slice(2)).toEqual(['d of 1', ' of 0']);
	expect(sent).toHaveLength(2);
});

it('changes a list from one version to the next alone', () => {
	const list = { version: 1, entries: [entry('b', 2), entry('a', 1)], total: 9 };
	const change = { version: 2, changed: [entry('a', 3)], gone: ['nothing'], total: 8 };
	const next = { version: 2, entries: [entry('a', 3), entry('b', 2)], total: 8 };
	expect(changed(list, change, newest)).toEqual(next);
	expect(changed(next, change, newest)).toBeNull();
	expect(list.entries).toHaveLength(2);
});

it('says why the server refuses the page', () => {
	const { topic, calls } = followed();
	topic.receive({ type: 'error', code: 'protocol-too-old', message: '' });
	topic.phase('closed');
	expect(calls).toEqual(['away', 'closed by protocol-too-old']);
});
