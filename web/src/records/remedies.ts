/**
 * Translations of the parser's English expectations at unreadable places of a record. A test checks that the
 * list is complete.
 */
import { m } from '../paraglide/messages';

type Remedy = (a: string, b: string) => string;

/** `{}` stands for examples and numbers, which are not translated. */
const REMEDIES: readonly (readonly [english: string, remedy: Remedy])[] = [
	['nothing more in this line', () => m.remedy_line_end()],
	['each header once', () => m.remedy_header_once()],
	['a header such as 先手：名前, a diagram, a comment after * or a move', () => m.remedy_kif_head()],
	['その他: the diagram shows another position', () => m.remedy_other_start()],
	['an end such as まで12手で後手の勝ち', () => m.remedy_kif_end()],
	['nothing after the result', () => m.remedy_pgn_end()],
	['one line for each game', () => m.remedy_usi_line()],
	['header, initial and moves', () => m.remedy_jkf_fields()],
	['a move before its time', () => m.remedy_csa_time()],
	['text in UTF-8, Shift-JIS or another encoding of records', () => m.remedy_encoding()],
	['a position that the rules allow, or nothing', () => m.remedy_usen_start()],
	['the number of a move of the game', () => m.remedy_usen_number()],
	['three digits in base 36 for each move', () => m.remedy_usen_move()],
	['headers such as 手合割：平手, or a move such as 1 ７六歩(77)', () => m.remedy_kif_record()],
	['a move, a comment after * or a variation such as 変化：3手', () => m.remedy_kif_line()],
	['the number of a move up to {}', (a) => m.remedy_move_number({ a })],
	['a time such as {}', (a) => m.remedy_time({ a })],
	['{} squares, each a piece or ・', (a) => m.remedy_diagram_rank({ a })],
	['the end of a rank of {} squares', (a) => m.remedy_diagram_end({ a })],
	['pieces such as 飛　歩三, or なし', () => m.remedy_hand()],
	['no more pieces than the set has', () => m.remedy_set()],
	['平手, a handicap such as 二枚落ち, 5五将棋, 禽将棋, or a diagram of the board', () => m.remedy_handicap()],
	['{} ranks', (a) => m.remedy_ranks({ a })],
	['a position that the rules allow: {}', () => m.remedy_position()],
	['the hand of the start position, or a diagram of the board', () => m.remedy_start_hand()],
	['9 ranks of Shogi, 7 of Tori Shogi or 5 of Minishogi', () => m.remedy_board_size()],
	['a move such as +7776FU, a time such as T12 or an end such as %TORYO', () => m.remedy_csa_line()],
	['a move such as {}', (a) => m.remedy_move({ a })],
	['two squares and the code of a piece, such as {}', (a) => m.remedy_csa_move({ a })],
	['{}, or the code of its promoted form', (a) => m.remedy_csa_promoted({ a })],
	['a move of a piece of {}, whose turn it is', (a) => m.remedy_csa_turn({ a })],
	['seconds, such as {}', (a) => m.remedy_csa_seconds({ a })],
	['square and code of a piece of the start position, such as {}', (a) => m.remedy_csa_start_piece({ a })],
	['square and code of a piece, such as {}', (a) => m.remedy_csa_piece({ a })],
	['a square or 00, and the code of a piece, such as {}', (a) => m.remedy_csa_placed({ a })],
	['P1 to P{} and {} squares such as -KY or *, P+, P- or PI', (a, b) => m.remedy_csa_board({ a, b })],
	['the JSON of a record: {}', () => m.remedy_json()],
	['at most {} of them', (a) => m.remedy_at_most({ a })],
	['to, piece and color of a move of the side to move', () => m.remedy_jkf_move()],
	['the piece that is there, {}', (a) => m.remedy_jkf_piece({ a })],
	['a move before its variation', () => m.remedy_pgn_variation()],
	['a ( before it', () => m.remedy_pgn_open()],
	['a tag [Variant "…"] with {}', (a) => m.remedy_pgn_variant({ a })],
	['} after the comment', () => m.remedy_pgn_comment({ brace: '}' })],
	['a move, or what this is the end of', () => m.remedy_pgn_close()],
	['a tag such as {}', (a) => m.remedy_pgn_tag({ a })],
	['position, then startpos, sfen or fen', () => m.remedy_usi()],
];

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');

const PATTERNS = REMEDIES.map(
	([english, remedy]) => [new RegExp(`^${english.split('{}').map(escaped).join('(.+)')}$`, 's'), remedy] as const,
);

/** Null for an unknown text. */
export function remedyText(expected: string): string | null {
	for (const [pattern, remedy] of PATTERNS) {
		const found = pattern.exec(expected);
		if (found) return remedy(found[1] ?? '', found[2] ?? '');
	}
	return null;
}
