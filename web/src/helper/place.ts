/** Placement of the help card: beside the board if there is room, never over the piece. */

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const GAP = 10;
export const CARD_WIDTH = 316;
const NARROW = 150;

export interface Beside {
	left: number;
	width: number;
}

export function roomBeside(board: Box, list: Box | undefined, screenWidth: number): Beside | undefined {
	const right = list && list.left >= board.right ? list.left : screenWidth;
	const left = list && list.right <= board.left ? list.right : 0;
	const onRight = { left: board.right + GAP, width: right - board.right - 2 * GAP };
	if (onRight.width >= NARROW) return onRight;
	const width = board.left - left - 2 * GAP;
	return width >= NARROW ? { left: board.left - GAP - Math.min(width, CARD_WIDTH), width } : undefined;
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Places the card clear of `asked` if there is any room. */
export function placeCard(
	board: Box,
	asked: Box,
	card: { width: number; height: number },
	screen: { width: number; height: number },
	beside: Beside | undefined,
): { left: number; top: number } {
	const within = (value: number, size: number, room: number) => Math.max(GAP, Math.min(value, room - size - GAP));
	const at = (left: number, top: number) => ({
		left: within(left, card.width, screen.width),
		top: within(top, card.height, screen.height),
	});
	const above = (box: Box) => box.top - GAP - card.height;
	const below = (box: Box) => box.bottom + GAP;
	const middle = (board.left + board.right - card.width) / 2;
	const upper = asked.top + asked.bottom <= board.top + board.bottom;
	const places = [
		...(beside ? [board.top, below(asked), above(asked)].map((top) => at(beside.left, top)) : []),
		...(upper ? [below(board), above(board)] : [above(board), below(board)]).map((top) => at(middle, top)),
		at(asked.right + GAP, asked.top),
		at(asked.left - GAP - card.width, asked.top),
		at(middle, below(asked)),
		at(middle, above(asked)),
	];
	const isFree = ({ left, top }: { left: number; top: number }) =>
		!overlap({ left, top, right: left + card.width, bottom: top + card.height }, asked);
	return places.find(isFree) ?? (places[0] as { left: number; top: number });
}
