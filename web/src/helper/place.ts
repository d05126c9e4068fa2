/** Where the card about a piece stands: beside the board if there is room, else away from the piece. */

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const GAP = 10;
/** The widest card, and the narrowest that can be read. */
export const CARD_WIDTH = 316;
const NARROW = 150;

/** Room beside the board that is not the list of moves: left edge and width. */
export interface Beside {
	left: number;
	width: number;
}

/** On the right if there is room, else on the left, else nowhere. */
export function roomBeside(board: Box, list: Box | undefined, screenWidth: number): Beside | undefined {
	const right = list && list.left >= board.right ? list.left : screenWidth;
	const left = list && list.right <= board.left ? list.right : 0;
	const onRight = { left: board.right + GAP, width: right - board.right - 2 * GAP };
	if (onRight.width >= NARROW) return onRight;
	const width = board.left - left - 2 * GAP;
	return width >= NARROW ? { left: board.left - GAP - Math.min(width, CARD_WIDTH), width } : undefined;
}

export function placeCard(
	board: Box,
	/** The middle of the piece, from the top of the screen. */
	piece: number,
	card: { width: number; height: number },
	screen: { width: number; height: number },
	beside: Beside | undefined,
): { left: number; top: number } {
	const within = (value: number, size: number, room: number) =>
		Math.max(GAP, Math.min(value, room - size - GAP));
	if (beside) return { left: beside.left, top: within(board.top, card.height, screen.height) };
	const top = piece > (board.top + board.bottom) / 2 ? board.top - GAP - card.height : board.bottom + GAP;
	return {
		left: within((board.left + board.right - card.width) / 2, card.width, screen.width),
		top: within(top, card.height, screen.height),
	};
}
