/** A guide as HTML, for the app and for static pages. All source text is escaped. */

import { namingOf } from '../games/naming';
import { pieceName } from '../games/pieceNames';
import { language } from '../i18n/language';
import { m } from '../paraglide/messages';
import { coordinateLabels } from '../rules/geometry';
import { isVariantId, LOOKS, type Side } from '../rules/variant';
import { chapterPath, chapterWith, sectionPath } from './chapters';
import { squareOf } from './diagrams';
import { diagramTitle, endText, positionSpeech, tryText } from './diagramText';
import type { Edition } from './edition';
import { escaped } from './escaped';
import { type Block, type Chapter, type Inline, type Part, plainText, type Section } from './markdown';
import { reach } from './movement';
import { picture } from './picture';
import { characters, reading, type Table, tableOf } from './tables';

export interface Setting {
	edition: Edition;
	chapter: Chapter;
	base: string;
	piece: (side: Side, letter: string) => string;
	/** `true` in the app, where a script answers tries. */
	live: boolean;
}

const japanese = (text: string) => `<span lang="ja">${escaped(text)}</span>`;

function directive({ edition, live }: Setting, name: string, rest: string): string {
	const [id = '', more] = rest.split(' ');
	switch (name) {
		case 'sq':
			return `<span class="sq">${escaped(edition.square(rest))}</span>`;
		case 'line':
			return `<span class="moves">${escaped(edition.line(id, more))}</span>`;
		case 'try': {
			const tried = edition.played(id).tries.find(({ move }) => move === more);
			if (!tried) throw new Error(`diagram "${id}" has no try "${more}"`);
			const text = escaped(tried.text);
			return live
				? `<button type="button" class="try" data-of="${id}" data-move="${escaped(tried.move)}">${text}</button>`
				: `<span class="moves">${text}</span>`;
		}
		case 'ja': {
			const [text = '', read] = rest.split('|');
			if (!read) return japanese(text);
			return `<ruby lang="ja">${escaped(text)}<rp>(</rp><rt${edition.language === 'ja' ? '' : ' lang="ja-Latn"'}>${escaped(read)}</rt><rp>)</rp></ruby>`;
		}
		case 'rule':
			// Option names are for readers of docs/rules.
			return '';
		default:
			throw new Error(`there is no directive "{${name}}"`);
	}
}

function target({ edition, chapter, base }: Setting, href: string): string {
	if (href.startsWith('#')) {
		const to = chapterWith(edition.guide, href.slice(1));
		if (!to) throw new Error(`"${href}" leads nowhere`);
		return to === chapter ? href : `${chapterPath(base, edition.game, to.key)}${href}`;
	}
	const [, game, section] = /^\/learn\/([a-z]+)#(.+)$/.exec(href) ?? [];
	return game && section && isVariantId(game) ? sectionPath(game, section) : href;
}

function word(setting: Setting, one: Inline): string {
	switch (one.kind) {
		case 'text':
			return escaped(one.text);
		case 'strong':
			return `<strong>${inline(setting, one.of)}</strong>`;
		case 'term':
			return `<dfn>${inline(setting, one.of)}</dfn>`;
		case 'code':
			return `<code>${escaped(one.text)}</code>`;
		case 'link':
			return `<a href="${escaped(target(setting, one.href))}">${inline(setting, one.of)}</a>`;
		case 'inline':
			return directive(setting, one.name, one.rest);
	}
}

export function inline(setting: Setting, of: readonly Inline[]): string {
	return of.map((one) => word(setting, one)).join('');
}

/** Can be focused, since a wide table scrolls on its own. */
function rows(head: string[], body: string[][]): string {
	const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
	const lines = body.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
	return `<table tabindex="0"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>`;
}

function table(setting: Setting, { head, rows: body }: Table): string {
	const cell = ({ text, piece, japanese: ja, code }: Table['rows'][number][number]) => {
		const words = code ? `<code>${escaped(text)}</code>` : ja ? japanese(text) : escaped(text);
		if (!piece) return words;
		return `<span class="with-piece"><img src="${setting.piece('first', piece)}" alt="" width="33" height="36" loading="lazy"/>${words}</span>`;
	};
	return rows(
		head.map(escaped),
		body.map((row) => row.map(cell)),
	);
}

function figure(setting: Setting, id: string, caption: string): string {
	const { edition, piece } = setting;
	const { game } = edition;
	const played = edition.played(id);
	const { diagram, states, texts } = played;
	const state = states[diagram.show ?? 0];
	if (!state) throw new Error(`diagram "${id}" shows a move that it does not have`);
	const bottom = diagram.bottom ?? 'first';
	const moved = /^move-(.+)$/.exec(id)?.[1];
	const look = LOOKS[game];
	// A side that captures within the line has a hand from the start.
	const holds = (side: Side) => states.some(({ hands }) => Object.values(hands[side]).some(Boolean));
	const board = picture({
		state,
		bottom,
		labels: coordinateLabels(namingOf(game), bottom, 'usual', language(edition.language).kanji),
		marks: (diagram.marks ?? []).map((square) => squareOf(game, square)),
		arrows: (diagram.arrows ?? []).map(([from, to]) => [squareOf(game, from), squareOf(game, to)] as const),
		zones: diagram.zones ?? false,
		reach: moved ? reach(game, edition.spec, moved) : [],
		hands: { first: holds('first'), second: holds('second') },
		handOrder: edition.spec.handOrder,
		alt: positionSpeech(edition, state),
		piece,
	});
	const own = moved ? m.learn_moves_of({ piece: pieceName(game, moved) }) : diagramTitle(id);
	const words = [...(own ? [escaped(own)] : []), ...(caption ? [caption] : [])];
	const line =
		texts.length > 0
			? `<p class="line"><span class="label">${escaped(m.learn_line())}</span> ${edition
					.numbered(id)
					.map(({ number, text }) => `${number ? `<span class="number">${number}</span> ` : ''}${escaped(text)}`)
					.join(' ')}</p>`
			: '';
	const end = endText(edition, played);
	const tries = played.tries.map(
		(tried) => `<li><b>${escaped(tried.text)}</b> ${escaped(tryText(edition, tried))}</li>`,
	);
	return [
		`<figure class="diagram${moved ? ' movement' : ''}${own && !moved ? ' small' : ''}" data-diagram="${id}" data-files="${look.files}">`,
		`<div class="picture">${board}</div><div class="board-place"></div>`,
		`<figcaption>${words.length > 0 ? `<p>${words.join(' ')}</p>` : ''}${line}${end ? `<p class="end">${escaped(end)}</p>` : ''}`,
		tries.length > 0 ? `<ul class="tries">${tries.join('')}</ul>` : '',
		'</figcaption></figure>',
	].join('');
}

function block(setting: Setting, one: Block): string {
	switch (one.kind) {
		case 'paragraph':
			return `<p>${inline(setting, one.of)}</p>`;
		case 'list': {
			const tag = one.ordered ? 'ol' : 'ul';
			return `<${tag}>${one.items.map((item) => `<li>${inline(setting, item)}</li>`).join('')}</${tag}>`;
		}
		case 'table':
			return rows(
				one.head.map((cell) => inline(setting, cell)),
				one.rows.map((row) => row.map((cell) => inline(setting, cell))),
			);
		case 'aside':
			return `<details class="aside"><summary class="label">${escaped(m.learn_disagree())}</summary>${all(setting, one.of)}</details>`;
		case 'directive': {
			if (one.name === 'diagram') return figure(setting, one.args[0] ?? '', inline(setting, one.caption));
			if (one.name === 'live') return setting.live ? `<p>${inline(setting, one.caption)}</p>` : '';
			if (one.name === 'handicaps')
				return `<div class="handicaps">${setting.edition.spec.handicaps.map(({ id }) => figure(setting, `handicap-${id}`, '')).join('')}</div>`;
			const made = tableOf(setting.edition, one.name, one.args);
			if (!made) throw new Error(`there is no directive "::${one.name}"`);
			return `<div class="${one.name}">${table(setting, made)}</div>`;
		}
	}
}

function all(setting: Setting, blocks: readonly Block[]): string {
	return blocks.map((one) => block(setting, one)).join('');
}

function part(setting: Setting, level: 'h2' | 'h3', { key, title, blocks }: Part): string {
	const { edition, piece } = setting;
	const letter = /^piece-(p?[A-Z])$/.exec(key)?.[1];
	if (!letter)
		return `<section class="part" id="${key}"><${level} class="part-title">${inline(setting, title)}</${level}>${all(setting, blocks)}</section>`;
	const written = characters(edition, letter);
	const heading = [
		`<img src="${piece('first', letter)}" alt="" width="44" height="48" loading="lazy"/>`,
		`<span class="name">${escaped(pieceName(edition.game, letter))}</span>`,
		written ? `<span class="written">${japanese(written)}</span>` : '',
		reading(edition, letter) ? `<span class="reading">${escaped(reading(edition, letter))}</span>` : '',
	];
	return `<section class="part piece" id="${key}"><${level} class="part-title">${heading.filter(Boolean).join(' ')}</${level}><div class="text">${all(setting, blocks)}</div>${figure(setting, `move-${letter}`, '')}</section>`;
}

/** A section with the chapter's title has no heading of its own. */
export function section(setting: Setting, { key, title, blocks, parts }: Section): string {
	const bare = plainText(title) === plainText(setting.chapter.title);
	const heading = bare ? '' : `<h2>${inline(setting, title)}</h2>`;
	const inner = parts.map((one) => part(setting, bare ? 'h2' : 'h3', one)).join('');
	return `<section id="${key}">${heading}${all(setting, blocks)}${inner}</section>`;
}
