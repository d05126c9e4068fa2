import { describe, expect, it } from 'vitest';
import { parseGuide, plainText, sectionsOf } from './markdown';

const HEAD = '# Title\n\nThe lead.\n\n';
const CHAPTER = `${HEAD}# Chapter {#chapter}\n`;
const one = (text: string) => sectionsOf(parseGuide(`${CHAPTER}## Section {#key}\n\n${text}`))[0]?.blocks ?? [];

describe('a guide', () => {
	it('has a title, a lead, chapters, sections and parts', () => {
		const guide = parseGuide(
			`${CHAPTER}## One {#one}\n\nText.\n\n### {#piece-pF}\n\nMore.\n\n# More {#more}\n\n## Two {#two}\n`,
		);
		expect(guide.title).toBe('Title');
		expect(plainText(guide.lead)).toBe('The lead.');
		expect(guide.chapters.map(({ key, sections }) => [key, sections.length])).toEqual([
			['chapter', 1],
			['more', 1],
		]);
		expect(sectionsOf(guide).map(({ key, parts }) => [key, parts.map((part) => part.key)])).toEqual([
			['one', ['piece-pF']],
			['two', []],
		]);
	});
	it('parses paragraphs, lists, tables, asides and directives', () => {
		const blocks = one(
			'A line\nand its rest.\n\n- one\n- two\n\n1. first\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n' +
				':::disagree C-20 C-20b\nSome.\n:::\n\n::diagram edge | With {sq 3d}.\n::values',
		);
		expect(blocks.map(({ kind }) => kind)).toEqual([
			'paragraph',
			'list',
			'list',
			'table',
			'aside',
			'directive',
			'directive',
		]);
		expect(blocks[0]).toEqual({ kind: 'paragraph', of: [{ kind: 'text', text: 'A line and its rest.' }] });
		expect(blocks[4]).toMatchObject({ ids: ['C-20', 'C-20b'] });
		expect(blocks[5]).toMatchObject({ name: 'diagram', args: ['edge'] });
		expect(blocks[6]).toMatchObject({ name: 'values', args: [], caption: [] });
	});
	it('parses inline markup', () => {
		expect(one('a **b** *c* `d` [e](#f) {ja 鷹|taka} \\{')[0]).toEqual({
			kind: 'paragraph',
			of: [
				{ kind: 'text', text: 'a ' },
				{ kind: 'strong', of: [{ kind: 'text', text: 'b' }] },
				{ kind: 'text', text: ' ' },
				{ kind: 'term', of: [{ kind: 'text', text: 'c' }] },
				{ kind: 'text', text: ' ' },
				{ kind: 'code', text: 'd' },
				{ kind: 'text', text: ' ' },
				{ kind: 'link', href: '#f', of: [{ kind: 'text', text: 'e' }] },
				{ kind: 'text', text: ' ' },
				{ kind: 'inline', name: 'ja', rest: '鷹|taka' },
				{ kind: 'text', text: ' {' },
			],
		});
	});
	it.each([
		['No title', 'line 1'],
		[`${HEAD}Another paragraph.\n`, 'line 2'],
		[`${CHAPTER}## Section\n`, 'line 6'],
		[`${HEAD}## Section {#key}\n`, 'line 5'],
		[`${HEAD}# Chapter {#chapter}\n\nText.\n`, 'line 5'],
		[`${CHAPTER}### Part {#key}\n`, 'line 6'],
		[`${CHAPTER}## S {#s}\n\n**open\n`, 'line 8'],
		[`${CHAPTER}## S {#s}\n\n:::disagree\nx\n:::\n`, 'line 8'],
		[`${CHAPTER}## S {#s}\n\n:::disagree C-20\nx\n`, 'line 8'],
		[`${CHAPTER}## S {#s}\n\n:::tip\nx\n:::\n`, 'line 8'],
		[`${CHAPTER}## S {#s}\n\n> quoted\n`, 'line 8'],
		[`${CHAPTER}## S {#s}\n\n[x](https://example.org)\n`, 'line 8'],
		[`${CHAPTER}## S {#s}\n\n| a | b |\n|---|---|\n| 1 |\n`, 'line 10'],
		[`${CHAPTER}## S {#s}\n\n{Sq 3d}\n`, 'line 8'],
	])('is refused, with the line, when it is wrong: %s', (text, where) => {
		expect(() => parseGuide(text)).toThrow(where);
	});
});
