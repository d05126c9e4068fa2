import { describe, expect, it } from 'vitest';
import type { RecordNode } from './record';
import {
	annotated,
	besides,
	emptyTree,
	glyphText,
	lineFrom,
	madeMain,
	mainLine,
	movesTo,
	nodeOf,
	played,
	playedAll,
	promoted,
	ROOT,
	recordNodes,
	removed,
	type Tree,
	treeOf,
	variationOf,
	withGlyph,
	withShapes,
} from './tree';

/** Tree of lines from the start, the main line first. */
function grown(...lines: string[]): Tree {
	return lines.reduce((tree, line) => playedAll(tree, ROOT, line.split(' ')).tree, emptyTree());
}

const find = (tree: Tree, line: string) => playedAll(tree, ROOT, line.split(' ')).at;
const written = (tree: Tree, ids: readonly number[]) => ids.map((id) => nodeOf(tree, id).move).join(' ');

function lines(tree: Tree, id = ROOT): string[] {
	const { children } = nodeOf(tree, id);
	return children.length > 0 ? children.flatMap((child) => lines(tree, child)) : [movesTo(tree, id).join(' ')];
}

describe('playing', () => {
	it('follows a move that is there and adds one that is not', () => {
		const tree = grown('a b c');
		const again = played(tree, ROOT, 'a');
		expect(again.tree).toBe(tree);
		const other = played(tree, again.at, 'x');
		expect(lines(other.tree)).toEqual(['a b c', 'a x']);
		expect(lines(tree), 'the tree before is as it was').toEqual(['a b c']);
	});
	it('never reuses an id', () => {
		const tree = grown('a b');
		const after = removed(tree, find(tree, 'a b'));
		expect(played(after.tree, after.at, 'c').at).not.toBe(find(tree, 'a b'));
	});
});

describe('order of variations', () => {
	const tree = grown('a b c', 'a x y', 'a x z', 'a w');
	it('promotes by one place', () => {
		expect(lines(promoted(tree, find(tree, 'a w')))).toEqual(['a b c', 'a w', 'a x y', 'a x z']);
		expect(lines(promoted(tree, find(tree, 'a x z')))).toEqual(['a b c', 'a x z', 'a x y', 'a w']);
		expect(promoted(tree, find(tree, 'a b c'))).toBe(tree);
	});
	it('makes a line the main line, with all variations that lead to it', () => {
		const main = madeMain(tree, find(tree, 'a x z'));
		expect(lines(main)[0]).toBe('a x z');
		expect(written(main, mainLine(main).slice(1))).toBe('a x z');
		expect(variationOf(main, find(main, 'a x z'))).toBeNull();
	});
	it('goes from variation to variation', () => {
		const at = (line: string) => find(tree, line);
		expect(besides(tree, at('a b'), 1)).toBe(at('a x'));
		expect(besides(tree, at('a b c'), 1), 'from inside a variation to the next').toBe(at('a x'));
		expect(besides(tree, at('a x z'), -1)).toBe(at('a x y'));
		expect(besides(tree, at('a w'), 1)).toBeNull();
		expect(besides(tree, at('a'), -1)).toBeNull();
	});
});

describe('deleting', () => {
	const tree = grown('a b c', 'a x y');
	it('deletes a subtree, and goes to its parent', () => {
		const after = removed(tree, find(tree, 'a x'));
		expect(lines(after.tree)).toEqual(['a b c']);
		expect(after.at).toBe(find(tree, 'a'));
		expect(after.tree.nodes.size).toBe(4);
	});
	it('keeps the start', () => {
		const after = removed(tree, ROOT);
		expect(after).toMatchObject({ at: ROOT });
		expect(after.tree.nodes.size).toBe(1);
	});
});

describe('notes', () => {
	const tree = grown('a b');
	const at = find(tree, 'a');
	it('keeps notes and drops empty ones', () => {
		const said = annotated(tree, at, { comment: 'good' });
		expect(nodeOf(said, at).notes).toEqual({ comment: 'good' });
		expect(nodeOf(annotated(said, at, { comment: '' }), at).notes).toEqual({});
		expect(nodeOf(withShapes(said, at, []), at).notes).toEqual({ comment: 'good' });
	});
	it('has one glyph per move, removed by repeating it', () => {
		const once = withGlyph(annotated(tree, at, { nags: [10] }), at, 1);
		expect(nodeOf(once, at).notes.nags).toEqual([10, 1]);
		expect(glyphText(nodeOf(withGlyph(once, at, 4), at))).toBe('??');
		expect(nodeOf(withGlyph(once, at, 1), at).notes.nags).toEqual([10]);
		expect(withGlyph(tree, ROOT, 1), 'the start is no move').toBe(tree);
	});
});

describe('records', () => {
	const nodes: RecordNode[] = [
		{ parent: -1, comment: 'start' },
		{ parent: 0, move: 'a', nags: [1], spentMs: 1000 },
		{ parent: 1, move: 'b', eval: { cp: 20 } },
		{ parent: 2, end: { reason: 'resignation', winner: 'first' }, comment: 'gives up' },
		{ parent: 1, move: 'x', shapes: [{ from: 'P*', to: '5e', color: 'red' }] },
		{ parent: 4, move: 'y', commentBefore: 'or' },
	];
	it('come back the same', () => {
		const tree = treeOf({ nodes });
		expect(lines(tree)).toEqual(['a b', 'a x y']);
		expect(recordNodes(tree).nodes).toEqual(nodes);
	});
	it('are written in the order of the variations', () => {
		const tree = treeOf({ nodes });
		const main = madeMain(tree, 5);
		const { nodes: after, numbers } = recordNodes(main);
		expect(after.map(({ move }) => move)).toEqual([undefined, 'a', 'x', 'y', 'b', undefined]);
		expect(after.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2, 1, 4]);
		expect(numbers.get(5)).toBe(3);
		expect(lineFrom(treeOf({ nodes: after }), 1)).toHaveLength(3);
	});
	it('with broken parents are read as far as they are connected', () => {
		expect(lines(treeOf({ nodes: [{ parent: -1 }, { parent: 0, move: 'a' }, { parent: 9, move: 'b' }] }))).toEqual([
			'a',
		]);
		expect(treeOf({ nodes: [] }).nodes.size).toBe(1);
	});
});
