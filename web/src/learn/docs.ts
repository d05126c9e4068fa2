/** A guide as plain Markdown with text boards, for `docs/rules`. */

import { pieceName } from '../games/pieceNames';
import { m } from '../paraglide/messages';
import { squareAt } from '../rules/geometry';
import type { GameState } from '../rules/module';
import { piecesOf } from '../rules/pieces';
import { LOOKS, other, type Side } from '../rules/variant';
import { squareOf } from './diagrams';
import { diagramTitle, endText, tryText } from './diagramText';
import type { Edition } from './edition';
import { type Block, type Chapter, type Inline, type Part, plainText, type Section, sectionsOf } from './markdown';
import { reach } from './movement';
import { characters, reading, type Table, tableOf } from './tables';

/** Text board: capitals for the side at the bottom, `+` promoted, `*` marked, `o` reachable. */
function board(edition: Edition, state: GameState, bottom: Side, signs: ReadonlyMap<string, string>): string {
	const look = LOOKS[edition.game];
	const pieces = new Map(piecesOf(state.board, look).map((piece) => [piece.square, piece]));
	const hand = (side: Side) => {
		const held = edition.spec.handOrder.flatMap((letter) => {
			const count = state.hands[side][letter] ?? 0;
			const written = side === 'first' ? letter.toUpperCase() : letter.toLowerCase();
			return count > 0 ? [count > 1 ? `${written}×${count}` : written] : [];
		});
		return held.length > 0 ? [`    ${held.join(' ')}`] : [];
	};
	const rows = Array.from({ length: look.ranks }, (_, row) => {
		const cells = Array.from({ length: look.files }, (_, column) => {
			const square = squareAt({ column, row }, look, bottom);
			const piece = pieces.get(square);
			const letter = piece?.letter.replace('p', '') ?? '';
			const shown = piece?.side === 'second' ? letter.toLowerCase() : letter;
			const sign = signs.get(square) ?? ' ';
			if (!piece) return ` ${sign === ' ' ? '·' : sign} `;
			return `${piece.letter.startsWith('p') ? '+' : ' '}${shown}${sign}`;
		});
		const label = look.checkered ? String(look.ranks - row) : String(row + 1);
		return look.checkered ? `${label}  ${cells.join('')}` : `   ${cells.join('')}  ${label}`;
	});
	const files = Array.from({ length: look.files }, (_, i) =>
		look.checkered ? ` ${String.fromCharCode('a'.charCodeAt(0) + i)} ` : ` ${look.files - i} `,
	).join('');
	const lines = look.checkered ? [...rows, `   ${files}`] : [`   ${files}`, ...rows];
	return ['```text', ...hand(other(bottom)), ...lines, ...hand(bottom), '```'].map((line) => line.trimEnd()).join('\n');
}

function directive(edition: Edition, name: string, rest: string): string {
	const [id = '', more] = rest.split(' ');
	switch (name) {
		case 'sq':
			return edition.square(rest);
		case 'line':
			return edition.line(id, more);
		case 'try':
			return `\`${edition.played(id).tries.find(({ move }) => move === more)?.text ?? more}\``;
		case 'ja': {
			const [text = '', read] = rest.split('|');
			return read ? `${text}, *${read}*` : text;
		}
		case 'rule':
			return ` [\`${edition.rule(id, more)}\`]`;
		default:
			throw new Error(`there is no directive "{${name}}"`);
	}
}

function word(edition: Edition, one: Inline): string {
	switch (one.kind) {
		case 'text':
			return one.text.replace(/[*_`[\]<>]/g, '\\$&');
		case 'strong':
			return `**${inline(edition, one.of)}**`;
		case 'term':
			return `*${inline(edition, one.of)}*`;
		case 'code':
			return `\`${one.text}\``;
		case 'link':
			return `[${inline(edition, one.of)}](${one.href.replace(/^\/learn\/([a-z]+)/, '$1.md')})`;
		case 'inline':
			return directive(edition, one.name, one.rest);
	}
}

function inline(edition: Edition, of: readonly Inline[]): string {
	return of.map((one) => word(edition, one)).join('');
}

function rows(head: string[], body: string[][]): string {
	const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [row(head), row(head.map(() => '---')), ...body.map(row)].join('\n');
}

function table({ head, rows: body }: Table): string {
	const cell = ({ text, code }: Table['rows'][number][number]) => (code ? `\`${text}\`` : text);
	return rows(
		head,
		body.map((row) => row.map(cell)),
	);
}

function figure(edition: Edition, id: string, caption: string): string {
	const { game } = edition;
	const played = edition.played(id);
	const { diagram, states } = played;
	const state = states[diagram.show ?? 0];
	if (!state) throw new Error(`diagram "${id}" shows a move that it does not have`);
	const moved = /^move-(.+)$/.exec(id)?.[1];
	const signs = new Map<string, string>();
	for (const name of diagram.marks ?? []) signs.set(squareOf(game, name), '*');
	if (moved)
		for (const { square, how } of reach(game, edition.spec, moved))
			signs.set(square, how === 'slide' ? '-' : how === 'leap' ? 'x' : 'o');
	const title = diagramTitle(id);
	const line = edition
		.numbered(id)
		.map(({ number, text }) => `${number ? `${number} ` : ''}\`${text}\``)
		.join(' ');
	const end = endText(edition, played);
	return [
		...(title ? [`**${title}**`] : []),
		board(edition, state, diagram.bottom ?? 'first', signs),
		...(caption ? [`*${caption}*`] : []),
		...(line ? [`${m.learn_line()} ${line}`] : []),
		...(end ? [end] : []),
		...(played.tries.length > 0
			? [played.tries.map((tried) => `- \`${tried.text}\`: ${tryText(edition, tried)}`).join('\n')]
			: []),
	].join('\n\n');
}

function block(edition: Edition, one: Block): string {
	switch (one.kind) {
		case 'paragraph':
			return inline(edition, one.of);
		case 'list':
			return one.items.map((item, i) => `${one.ordered ? `${i + 1}.` : '-'} ${inline(edition, item)}`).join('\n');
		case 'table':
			return rows(
				one.head.map((cell) => inline(edition, cell)),
				one.rows.map((row) => row.map((cell) => inline(edition, cell))),
			);
		case 'aside': {
			return [`**${m.learn_disagree()}**`, ...one.of.map((inner) => block(edition, inner))]
				.join('\n\n')
				.split('\n')
				.map((line) => `> ${line}`.trimEnd())
				.join('\n');
		}
		case 'directive': {
			if (one.name === 'diagram') return figure(edition, one.args[0] ?? '', unemphasised(edition, one.caption));
			if (one.name === 'live') return '';
			if (one.name === 'handicaps')
				return edition.spec.handicaps.map(({ id }) => figure(edition, `handicap-${id}`, '')).join('\n\n');
			const made = tableOf(edition, one.name, one.args);
			if (!made) throw new Error(`there is no directive "::${one.name}"`);
			return table(made);
		}
	}
}

/** Captions are italic, so emphasis inside them is removed. */
function unemphasised(edition: Edition, caption: readonly Inline[]): string {
	return inline(edition, caption).replaceAll(/(?<!\\)\*+/g, '');
}

function blocks(edition: Edition, of: readonly Block[]): string[] {
	return of.map((one) => block(edition, one)).filter(Boolean);
}

/** Explicit anchors: GitHub derives its own from titles, links use keys. */
const anchored = (key: string, level: string, title: string) => `<a id="${key}"></a>\n\n${level} ${title}`;

function part(edition: Edition, { key, title, blocks: of }: Part): string[] {
	const letter = /^piece-(p?[A-Z])$/.exec(key)?.[1];
	if (!letter) return [anchored(key, '####', inline(edition, title)), ...blocks(edition, of)];
	const words = [characters(edition, letter), reading(edition, letter)].filter(Boolean).join(', ');
	const heading = `${pieceName(edition.game, letter)}${words ? ` (${words})` : ''}`;
	return [anchored(key, '####', heading), figure(edition, `move-${letter}`, ''), ...blocks(edition, of)];
}

function chapter(edition: Edition, { title, sections }: Chapter): string[] {
	const same = ({ title: own }: Section) => plainText(own) === plainText(title);
	return [
		...(sections.some(same) ? [] : [`## ${inline(edition, title)}`]),
		...sections.flatMap((section) => [
			anchored(section.key, same(section) ? '##' : '###', inline(edition, section.title)),
			...blocks(edition, section.blocks),
			...section.parts.flatMap((one) => part(edition, one)),
		]),
	];
}

export function guideMarkdown(edition: Edition): string {
	const { guide, game } = edition;
	const contents = sectionsOf(guide)
		.map(({ key, title }) => `- [${plainText(title)}](#${key})`)
		.join('\n');
	return [
		`<!-- Made from web/learn/guides/${game}: \`npx vitest run src/learn -u\` in web/ writes it anew. -->`,
		`# ${guide.title}`,
		inline(edition, guide.lead),
		'On the boards, capitals are the pieces of the side that sits below, small letters those of the other side; `+` is promoted, `*` marks a square. Where the moves of a piece are shown, `o` is a step, `-` lies on a line, `x` is reached by a leap. The letters are those of the section on writing games down.',
		'For programmers: `key=value` in brackets is an option of the rules, as `komadai position --rule` takes it.',
		contents,
		...guide.chapters.flatMap((one) => chapter(edition, one)),
		'',
	]
		.join('\n\n')
		.trimEnd()
		.concat('\n');
}
