/** Parser of guides: a small, strict Markdown with keyed sections and directives. Unknown syntax is an error. */

export type Inline =
	| { kind: 'text'; text: string }
	| { kind: 'strong' | 'term'; of: Inline[] }
	| { kind: 'code'; text: string }
	| { kind: 'link'; href: string; of: Inline[] }
	/** `{sq 3d}`: name and arguments. */
	| { kind: 'inline'; name: string; rest: string };

export type Block =
	| { kind: 'paragraph'; of: Inline[] }
	| { kind: 'list'; ordered: boolean; items: Inline[][] }
	| { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
	/** Disagreement between players, with its ids. */
	| { kind: 'aside'; of: Block[]; ids: string[] }
	/** `::diagram edge | Caption`. */
	| { kind: 'directive'; name: string; args: string[]; caption: Inline[] };

export interface Part {
	key: string;
	title: Inline[];
	blocks: Block[];
}

export interface Section extends Part {
	parts: Part[];
}

export interface Chapter {
	key: string;
	title: Inline[];
	sections: Section[];
}

export interface Guide {
	title: string;
	lead: Inline[];
	chapters: Chapter[];
}

export function sectionsOf(guide: Guide): Section[] {
	return guide.chapters.flatMap(({ sections }) => sections);
}

export class GuideError extends Error {
	constructor(
		readonly line: number,
		what: string,
	) {
		super(`line ${line}: ${what}`);
	}
}

const HEADING = /^(#{1,3})(?: (.*?))? ?\{#([A-Za-z][A-Za-z0-9-]*)\}$/;
const ASIDE = /^:::(\w+)((?: [A-Z]-\w+)*)$/;
const DIRECTIVE = /^::(\w+)((?: [^\s|]+)*)(?: \| (.+))?$/;

/** Text up to the closing `sign`; throws without one. */
function upTo(text: string, from: number, sign: string, line: number): string {
	const end = text.indexOf(sign, from);
	if (end < 0) throw new GuideError(line, `"${sign}" is missing after "${text.slice(from, from + 20)}"`);
	return text.slice(from, end);
}

export function inlines(text: string, line: number): Inline[] {
	const found: Inline[] = [];
	let literal = '';
	const flush = () => {
		if (literal) found.push({ kind: 'text', text: literal });
		literal = '';
	};
	let at = 0;
	while (at < text.length) {
		const rest = text.slice(at);
		const sign = rest[0] ?? '';
		if (sign === '\\' && rest.length > 1) {
			literal += rest[1];
			at += 2;
		} else if (rest.startsWith('**')) {
			flush();
			const inside = upTo(text, at + 2, '**', line);
			found.push({ kind: 'strong', of: inlines(inside, line) });
			at += inside.length + 4;
		} else if (sign === '*') {
			flush();
			const inside = upTo(text, at + 1, '*', line);
			found.push({ kind: 'term', of: inlines(inside, line) });
			at += inside.length + 2;
		} else if (sign === '`') {
			flush();
			const inside = upTo(text, at + 1, '`', line);
			found.push({ kind: 'code', text: inside });
			at += inside.length + 2;
		} else if (sign === '{') {
			flush();
			const inside = upTo(text, at + 1, '}', line);
			const [name = '', ...words] = inside.split(' ');
			if (!/^[a-z]+$/.test(name)) throw new GuideError(line, `"{${inside}}" is no directive`);
			found.push({ kind: 'inline', name, rest: words.join(' ') });
			at += inside.length + 2;
		} else if (sign === '[') {
			flush();
			const label = upTo(text, at + 1, '](', line);
			const href = upTo(text, at + label.length + 3, ')', line);
			if (!/^(#[a-z][A-Za-z0-9-]*|\/learn(\/[a-z]+(#[a-z][A-Za-z0-9-]*)?)?)$/.test(href))
				throw new GuideError(line, `"${href}" leads nowhere a guide may lead`);
			found.push({ kind: 'link', href, of: inlines(label, line) });
			at += label.length + href.length + 4;
		} else {
			literal += sign;
			at += 1;
		}
	}
	flush();
	return found;
}

export function plainText(of: readonly Inline[]): string {
	return of
		.map((one) => {
			if (one.kind === 'text' || one.kind === 'code') return one.text;
			if (one.kind === 'inline') return one.name === 'ja' ? (one.rest.split('|')[0] ?? '') : one.rest;
			return plainText(one.of);
		})
		.join('');
}

interface Line {
	text: string;
	number: number;
}

/** Removes and returns the leading lines that match. */
function run(lines: Line[], like: (text: string) => boolean): Line[] {
	const end = lines.findIndex(({ text }) => !like(text));
	return lines.splice(0, end < 0 ? lines.length : end);
}

function cells({ text, number }: Line): Inline[][] {
	return text
		.replace(/^\||\|$/g, '')
		.split('|')
		.map((cell) => inlines(cell.trim(), number));
}

function table(rows: Line[]): Block {
	const [head, rule, ...body] = rows;
	if (!head || !rule || !/^\|(\s*-+\s*\|)+$/.test(rule.text))
		throw new GuideError(rows[0]?.number ?? 0, 'a table needs a head and a line of dashes');
	const parsed = { head: cells(head), rows: body.map(cells) };
	for (const [i, row] of parsed.rows.entries())
		if (row.length !== parsed.head.length)
			throw new GuideError(body[i]?.number ?? 0, `${row.length} cells instead of ${parsed.head.length}`);
	return { kind: 'table', ...parsed };
}

function aside(lines: Line[], opening: Line): Block {
	const [, about = '', ids = ''] = ASIDE.exec(opening.text) ?? [];
	if (about !== 'disagree') throw new GuideError(opening.number, `"${opening.text}" opens nothing that is known`);
	const end = lines.findIndex(({ text }) => text === ':::');
	if (end < 0) throw new GuideError(opening.number, 'the ":::" that closes this is missing');
	const inside = lines.splice(0, end + 1).slice(0, -1);
	const numbers = ids.split(' ').filter(Boolean);
	if (numbers.length === 0) throw new GuideError(opening.number, 'disagreements have numbers');
	return { kind: 'aside', ids: numbers, of: blocks(inside) };
}

function blocks(lines: Line[]): Block[] {
	const found: Block[] = [];
	for (let line = lines[0]; line; line = lines[0]) {
		const { text, number } = line;
		if (text === '') {
			lines.shift();
		} else if (text.startsWith(':::')) {
			lines.shift();
			found.push(aside(lines, line));
		} else if (text.startsWith('::')) {
			lines.shift();
			const match = DIRECTIVE.exec(text);
			if (!match) throw new GuideError(number, `"${text}" is no directive`);
			const [, name = '', args = '', caption = ''] = match;
			found.push({
				kind: 'directive',
				name,
				args: args.split(' ').filter(Boolean),
				caption: inlines(caption, number),
			});
		} else if (text.startsWith('|')) {
			found.push(table(run(lines, (one) => one.startsWith('|'))));
		} else if (/^(- |\d+\. )/.test(text)) {
			const ordered = !text.startsWith('- ');
			const sign = ordered ? /^\d+\. / : /^- /;
			const items = run(lines, (one) => sign.test(one));
			found.push({
				kind: 'list',
				ordered,
				items: items.map((item) => inlines(item.text.replace(sign, ''), item.number)),
			});
		} else {
			if (/^(#|>|!\[|<)/.test(text)) throw new GuideError(number, `"${text.slice(0, 30)}" is not allowed here`);
			const words = run(lines, (one) => one !== '' && !/^(::|\||- |\d+\. |#)/.test(one));
			found.push({ kind: 'paragraph', of: inlines(words.map((one) => one.text).join(' '), number) });
		}
	}
	return found;
}

export function parseGuide(source: string): Guide {
	const lines = source.split('\n').map((text, i): Line => ({ text: text.trimEnd(), number: i + 1 }));
	const first = lines.shift();
	if (!first?.text.startsWith('# ')) throw new GuideError(1, 'the first line is "# " and the title');
	const until = () => run(lines, (text) => !text.startsWith('#'));
	const head = blocks(until());
	const [lead] = head;
	if (head.length !== 1 || lead?.kind !== 'paragraph') throw new GuideError(2, 'one paragraph stands under the title');
	const chapters: Chapter[] = [];
	for (let line = lines.shift(); line; line = lines.shift()) {
		const match = HEADING.exec(line.text);
		if (!match) throw new GuideError(line.number, `"${line.text}" has no key`);
		const [, level = '', title = '', key = ''] = match;
		const part: Part = { key, title: inlines(title, line.number), blocks: blocks(until()) };
		const chapter = chapters.at(-1);
		const section = chapter?.sections.at(-1);
		if (level === '#') {
			if (part.blocks.length > 0) throw new GuideError(line.number, 'a chapter begins with a section');
			chapters.push({ key, title: part.title, sections: [] });
		} else if (level === '##') {
			if (!chapter) throw new GuideError(line.number, 'a section needs a chapter');
			chapter.sections.push({ ...part, parts: [] });
		} else {
			if (!section) throw new GuideError(line.number, 'a part needs a section');
			section.parts.push(part);
		}
	}
	return { title: first.text.slice(2).trim(), lead: lead.of, chapters };
}
