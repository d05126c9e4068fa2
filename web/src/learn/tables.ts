/** Tables of directives, made from rules and facts, for HTML and Markdown. */

import { pieceName } from '../games/pieceNames';
import { m } from '../paraglide/messages';
import { isChess } from '../rules/variant';
import type { Edition } from './edition';

export interface Cell {
	text: string;
	piece?: string;
	japanese?: boolean;
	code?: boolean;
}

export interface Table {
	head: string[];
	rows: Cell[][];
}

const NONE = '–';

const kanji = (text: string | undefined): Cell => (text ? { text, japanese: true } : { text: NONE });

/** Reading of a character: kana for Japanese readers, Latin letters for others. */
export function reading(edition: Edition, letter: string): string {
	const { kana = [], latin = [] } = edition.fact(letter);
	return edition.language === 'ja' ? kana.join('、') : latin.join(', ');
}

export function characters(edition: Edition, letter: string): string | undefined {
	const fact = edition.fact(letter);
	return fact.full ?? fact.kanji;
}

function named(edition: Edition, letter: string): Cell {
	return { text: pieceName(edition.game, letter), piece: letter };
}

function pieces(edition: Edition): Table {
	const { letters } = edition;
	const withKanji = letters.some((letter) => characters(edition, letter));
	const head = [
		m.learn_piece(),
		...(withKanji ? [m.learn_characters(), m.learn_reading()] : []),
		m.learn_promotes_to(),
	];
	const rows = letters.map((letter) => {
		const to = letter.startsWith('p') ? null : edition.promotesTo(letter);
		return [
			named(edition, letter),
			...(withKanji ? [kanji(characters(edition, letter)), { text: reading(edition, letter) || NONE }] : []),
			to ? { text: pieceName(edition.game, to) } : { text: NONE },
		];
	});
	return { head, rows };
}

function promotions(edition: Edition): Table {
	const rows = edition.letters.flatMap((letter) => {
		const to = letter.startsWith('p') ? null : edition.promotesTo(letter);
		return to ? [[named(edition, letter), named(edition, to)]] : [];
	});
	return { head: [m.learn_piece(), m.learn_promotes_to()], rows };
}

function values(edition: Edition): Table {
	const rows = edition.letters
		.flatMap((letter) => {
			const { value } = edition.fact(letter);
			return typeof value === 'number' ? [{ letter, value }] : [];
		})
		.sort((a, b) => b.value - a.value)
		.map(({ letter, value }) => [named(edition, letter), { text: String(value) }]);
	return { head: [m.learn_piece(), m.learn_value()], rows };
}

function faces(edition: Edition): Table {
	const rows = edition.letters.map((letter) => {
		const fact = edition.fact(letter);
		return [named(edition, letter), kanji(fact.kanji), kanji(fact.full), kanji(fact.cursive)];
	});
	return {
		head: [m.learn_piece(), m.learn_one_character(), m.learn_two_characters(), m.learn_cursive()],
		rows,
	};
}

function abbreviations(edition: Edition): Table {
	const withKanji = edition.letters.some((letter) => edition.fact(letter).kanji);
	const rows = edition.letters.map((letter) => [
		named(edition, letter),
		{ text: edition.recordLetter(letter), code: true },
		...(withKanji ? [kanji(edition.fact(letter).kanji)] : []),
		{ text: letter.replace('p', '+'), code: true },
	]);
	const head = [
		m.learn_piece(),
		m.learn_in_records(),
		...(withKanji ? [m.learn_characters()] : []),
		m.learn_for_programs(),
	];
	return { head, rows };
}

function notation(edition: Edition, id: string): Table {
	const { position, moves = [], rules = {} } = edition.diagram(id);
	const start = position === 'start' ? '' : position;
	const live = edition.rules.Game.replay(edition.game, start, moves, rules);
	const western = live.displayMoves(edition.style === 'japanese' ? 'western' : edition.style);
	const japanese = isChess(edition.game) ? null : live.displayMoves('japanese');
	live.free();
	const numbers = edition.numbered(id);
	const rows = moves.map((move, i) => [
		{ text: numbers[i]?.number.replace(/\.$/, '') ?? '' },
		{ text: western[i] ?? '', code: true },
		...(japanese ? [{ text: japanese[i] ?? '', japanese: true }] : []),
		{ text: move, code: true },
	]);
	const head = [m.learn_number(), m.learn_western(), ...(japanese ? [m.learn_japanese()] : []), m.learn_for_programs()];
	return { head, rows };
}

const TABLES: Record<string, (edition: Edition) => Table> = {
	pieces,
	promotions,
	values,
	faces,
	abbreviations,
};

/** Table of a directive, or null for others. */
export function tableOf(edition: Edition, name: string, args: readonly string[]): Table | null {
	if (name === 'notation') return notation(edition, args[0] ?? '');
	return TABLES[name]?.(edition) ?? null;
}
