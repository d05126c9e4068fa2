/** Where the card about a piece stands: beside the board if there is room, else away from the piece. */

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const GAP = 10;

export function placeCard(
	board: Box,
	/** The middle of the piece, from the top of the screen. */
	piece: number,
	card: { width: number; height: number },
	screen: { width: number; height: number },
): { left: number; top: number } {
	const within = (value: number, size: number, room: number) =>
		Math.max(GAP, Math.min(value, room - size - GAP));
	if (board.right + 2 * GAP + card.width <= screen.width)
		return { left: board.right + GAP, top: within(board.top, card.height, screen.height) };
	if (board.left - 2 * GAP - card.width >= 0)
		return { left: board.left - GAP - card.width, top: within(board.top, card.height, screen.height) };
	const top = piece > (board.top + board.bottom) / 2 ? board.top - GAP - card.height : board.bottom + GAP;
	return {
		left: within((board.left + board.right - card.width) / 2, card.width, screen.width),
		top: within(top, card.height, screen.height),
	};
}
