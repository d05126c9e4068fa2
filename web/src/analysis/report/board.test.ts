import { expect, test } from 'vitest';
import { treeOf } from '../../records/tree';
import { mainPath } from './board';

test('moves after the end of a game do not belong to it', () => {
	const tree = treeOf({
		nodes: [
			{ parent: -1 },
			{ parent: 0, move: '7g7f' },
			{ parent: 1, end: { reason: 'resignation', winner: 'first' } },
			{ parent: 1, move: '3c3d' },
		],
	});
	expect(mainPath({ tree })).toEqual([0, 1]);
});
