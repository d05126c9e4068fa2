/**
 * A guide in one language, joined with what the rules module answers.
 *
 * 1. `web/learn/` has the texts of each language, and for all languages the positions and lines of each variant
 *    (`web/learn/README.md`). `markdown.ts` reads a text; an unknown directive is an error.
 * 2. An `Edition` plays every line, asks why an illegal move is refused, and writes moves in the language's notation.
 *    Movement is computed from the steps in the rules (`rules/reach.ts`).
 * 3. `html.ts` makes a chapter of it, `page.ts` the page around it with contents and neighbours. `pages/Guide.svelte`
 *    shows that and turns one diagram at a time into a board (`LiveBoard.svelte`).
 * 4. The build writes the same HTML to files (`vite/guides.ts`), which the server sends for `/learn/…`, so that guides
 *    are readable without a script. `docs/rules/` comes from the same edition (`docs.ts`); a test compares it.
 */

import { moveNumber } from '../games/moveCount';
import { usualStyle } from '../games/moveStyle';
import { namingOf } from '../games/naming';
import type { Locale } from '../paraglide/runtime';
import { squareName } from '../rules/geometry';
import type { RulesModule, VariantSpec } from '../rules/module';
import { TRAITS } from '../rules/traits';
import type { VariantId } from '../rules/variant';
import { type Diagram, type Diagrams, isSquare, ownDiagrams, type Played, play, squareOf } from './diagrams';
import type { Fact, Facts } from './facts';
import { type Guide, parseGuide } from './markdown';
import type { Material } from './material';

const FULL_WIDTH = '０１２３４５６７８９';
const RANKS = '一二三四五六七八九';

export class Edition {
	readonly guide: Guide;
	readonly facts: Facts;
	readonly spec: VariantSpec;
	readonly diagrams: Diagrams;
	readonly #played = new Map<string, Played>();

	constructor(
		readonly rules: RulesModule,
		readonly game: VariantId,
		readonly language: Locale,
		material: Material,
	) {
		this.guide = parseGuide(material.source);
		this.facts = material.facts;
		this.spec = rules.gameSpec(game);
		this.diagrams = { ...ownDiagrams(rules, game, this.spec), ...material.diagrams };
	}

	get style() {
		return usualStyle(this.game, this.language);
	}

	/** Piece letters in the order of `facts.json`: king, then hand order, each before its promotion. Promoted: `pP`. */
	get letters(): string[] {
		const kinds = this.spec.kinds.map((kind) => (kind.promoted ? 'p' : '') + kind.letter.toUpperCase());
		const order = Object.keys(this.facts);
		return kinds.sort((a, b) => order.indexOf(a) - order.indexOf(b));
	}

	fact(letter: string): Fact {
		const fact = this.facts[letter];
		if (!fact) throw new Error(`facts.json says nothing of ${letter}`);
		return fact;
	}

	promotesTo(letter: string): string | null {
		const kind = this.spec.kinds.find((one) => !one.promoted && one.letter.toUpperCase() === letter);
		return kind?.promotesTo ? kind.promotesTo.replace('+', 'p') : null;
	}

	recordLetter(letter: string): string {
		return this.fact(letter).record ?? letter.replace('p', '+');
	}

	diagram(id: string): Diagram {
		const diagram = this.diagrams[id];
		if (!diagram) throw new Error(`there is no diagram "${id}"`);
		return diagram;
	}

	played(id: string): Played {
		const known = this.#played.get(id);
		if (known) return known;
		const kanji = (letter: string) => this.facts[letter]?.kanji ?? letter;
		const played = play(this.rules, this.game, this.diagram(id), this.style, kanji);
		this.#played.set(id, played);
		return played;
	}

	square(text: string): string {
		if (!isSquare(this.game, text)) throw new Error(`"${text}" is no square`);
		const name = squareName(squareOf(this.game, text), namingOf(this.game));
		if (this.style !== 'japanese') return name;
		const [file = '', rank = ''] = name;
		return `${FULL_WIDTH[Number(file)]}${RANKS[Number(rank) - 1]}`;
	}

	/** Moves of a line: all, one (`3`) or a range (`2-5`), from 1. */
	line(id: string, range: string | undefined): string {
		const { texts } = this.played(id);
		const [, from = '1', , to] = /^(\d+)(-(\d+))?$/.exec(range ?? `1-${texts.length}`) ?? [];
		const end = Number(to ?? from);
		if (Number(from) < 1 || end > texts.length || end < Number(from)) throw new Error(`"${id}" has no moves ${range}`);
		return texts.slice(Number(from) - 1, end).join(this.style === 'japanese' ? ' ' : ', ');
	}

	/** Moves of a line with their numbers; in chess the second of a pair has none. */
	numbered(id: string): { number: string; text: string }[] {
		const { texts, states } = this.played(id);
		const mover = states[0]?.side ?? 'first';
		return texts.map((text, i) => {
			const number = moveNumber(this.game, i + 1, mover);
			if (number === moveNumber(this.game, i, mover)) return { number: '', text };
			const dots = i === 0 && TRAITS[this.game].sharedMoveNumbers && mover === 'second' ? '...' : '.';
			return { number: `${number}${dots}`, text };
		});
	}

	/** Rule option as `key=value`; the default without a value. */
	rule(key: string, value: string | undefined): string {
		const standard = this.spec.rules[key];
		if (standard === undefined) throw new Error(`the game has no rule "${key}"`);
		// The rules module throws on an unknown value.
		if (value !== undefined) new this.rules.Game(this.game, '', { [key]: value }).free();
		return `${key}=${value ?? standard}`;
	}
}
