/** Help for the player to move: a hint in two steps (piece, target), or the attacked pieces. */

import { squareText } from '../games/naming';
import { pieceInSentence, pieceName } from '../games/pieceNames';
import { language } from '../i18n/language';
import { listed } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { SquareName } from '../rules/module';
import { type MoveParts, moveParts } from '../rules/moveParts';
import { castling, pieceAt } from '../rules/pieces';
import { LOOKS } from '../rules/variant';
import type { Session, Teacher } from '../session/session';

type Given =
	| { kind: 'searching' }
	| { kind: 'hint'; move: MoveParts; where: boolean }
	| { kind: 'attacked'; squares: readonly SquareName[] }
	| { kind: 'failed' };

export class MoveHelp {
	readonly #session: () => Session;
	/** Called before an answer is shown, to clear older messages. */
	readonly #onasked: () => void;
	#given: Given | null = $state.raw(null);
	/** Keeps the hint of a position stable across other requests. */
	#known: { ply: number; position: string; move: MoveParts } | null = null;
	/** Request counter, to drop answers to earlier positions. */
	#asked = 0;

	constructor(session: () => Session, onasked: () => void = () => {}) {
		this.#session = session;
		this.#onasked = onasked;
	}

	get teacher(): Teacher | null {
		return this.#session().teacher ?? null;
	}

	get isPossible(): boolean {
		const { history, movers } = this.#session();
		return this.teacher !== null && history.isAtLatest && movers.length > 0;
	}

	/** Nothing after the end of the game. */
	get #shown(): Given | null {
		return this.#session().outcome ? null : this.#given;
	}

	get aims(): readonly SquareName[] {
		const shown = this.#shown;
		if (shown?.kind !== 'hint') return [];
		const { move, where } = shown;
		return [move.from, where ? move.to : null].filter((square) => square !== null);
	}

	get held(): string | null {
		const shown = this.#shown;
		return shown?.kind === 'hint' ? shown.move.drop : null;
	}

	get marks(): readonly SquareName[] {
		const shown = this.#shown;
		return shown?.kind === 'attacked' ? shown.squares : [];
	}

	/** Text of the answer, with squares written or spoken (`nameOf`). */
	words(nameOf: (square: SquareName) => string = (square) => squareText(this.#session().game, square)): string | null {
		const given = this.#shown;
		if (!given) return null;
		if (given.kind === 'searching') return m.hint_searching();
		if (given.kind === 'failed') return m.play_engine_failed();
		return given.kind === 'hint' ? this.#hintText(given, nameOf) : this.#attackedText(given.squares, nameOf);
	}

	#hintText({ move, where }: { move: MoveParts; where: boolean }, nameOf: (square: SquareName) => string): string {
		const { game, history } = this.#session();
		const { from, drop, promote } = move;
		const to = nameOf(move.to);
		if (from === null) {
			const piece = pieceInSentence(game, drop ?? 'P');
			return where ? m.hint_drop({ piece, to }) : m.hint_held({ piece });
		}
		const letter = pieceAt(history.now.board, LOOKS[game], from)?.letter ?? 'P';
		const square = nameOf(from);
		if (!where) return m.hint_piece({ piece: pieceInSentence(game, letter), square });
		if (castling(game, letter, from, move.to)) return m.hint_castle({ from: square, to });
		const said = { piece: pieceName(game, letter), from: square, to };
		return promote ? m.hint_promotion(said) : m.hint_move(said);
	}

	#attackedText(squares: readonly SquareName[], nameOf: (square: SquareName) => string): string {
		const { game, history } = this.#session();
		const pieces = squares.map((square) => {
			const letter = pieceAt(history.now.board, LOOKS[game], square)?.letter ?? 'P';
			return m.attacked_piece({ piece: pieceName(game, letter), square: nameOf(square) });
		});
		const found = pieces.length > 0 ? m.attacked_pieces({ pieces: listed(pieces) }) : m.attacked_none();
		return history.now.check ? `${m.play_check()}${language().stop}${found}` : found;
	}

	reset(): void {
		this.#asked += 1;
		this.#given = null;
	}

	/** First call: the piece; second call: its target. */
	async hint(): Promise<void> {
		const { now } = this.#session().history;
		const known = this.#known;
		if (known?.ply === now.ply && known.position === now.position) {
			if (!this.isPossible) return;
			this.#begin();
			this.#given = { kind: 'hint', move: known.move, where: true };
			return;
		}
		if (this.#given?.kind === 'searching') return;
		await this.#ask(async (teacher) => {
			const move = await teacher.hint();
			const shown = move === null ? null : moveParts(move, LOOKS[this.#session().game]);
			if (!shown) return { kind: 'failed' };
			this.#known = { ply: now.ply, position: now.position, move: shown };
			return { kind: 'hint', move: shown, where: false };
		});
	}

	async attacked(): Promise<void> {
		await this.#ask(async (teacher) => ({ kind: 'attacked', squares: await teacher.hanging() }));
	}

	#begin(): number {
		this.#onasked();
		this.#asked += 1;
		return this.#asked;
	}

	async #ask(find: (teacher: Teacher) => Promise<Given>): Promise<void> {
		const { teacher } = this;
		if (!teacher || !this.isPossible) return;
		const asked = this.#begin();
		this.#given = { kind: 'searching' };
		const found = await find(teacher).catch((): Given => ({ kind: 'failed' }));
		if (asked === this.#asked) this.#given = found;
	}
}
