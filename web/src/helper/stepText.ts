import { language } from '../i18n/language';
import { m } from '../paraglide/messages';
import type { Step } from '../rules/module';
import { isLeap } from '../rules/reach';

type Way = Pick<Step, 'dx' | 'dy'>;

/** Directions with one name for both if a piece has both. */
const PAIRS: readonly { both: () => string; ways: readonly [Way, () => string][] }[] = [
	{ both: m.way_forward, ways: [[{ dx: 0, dy: 1 }, m.way_forward]] },
	{
		both: m.way_diagonal_forward,
		ways: [
			[{ dx: -1, dy: 1 }, m.way_forward_left],
			[{ dx: 1, dy: 1 }, m.way_forward_right],
		],
	},
	{
		both: m.way_sideways,
		ways: [
			[{ dx: -1, dy: 0 }, m.way_left],
			[{ dx: 1, dy: 0 }, m.way_right],
		],
	},
	{
		both: m.way_diagonal_back,
		ways: [
			[{ dx: -1, dy: -1 }, m.way_back_left],
			[{ dx: 1, dy: -1 }, m.way_back_right],
		],
	},
	{ both: m.way_back, ways: [[{ dx: 0, dy: -1 }, m.way_back]] },
];

const listed = (words: readonly string[]) => words.join(language().innerComma);

function directions(ways: readonly Way[]): string {
	const has = (way: Way) => ways.some(({ dx, dy }) => Math.sign(dx) === way.dx && Math.sign(dy) === way.dy);
	return listed(
		PAIRS.flatMap(({ both, ways: pair }) => {
			const there = pair.filter(([way]) => has(way));
			return there.length === pair.length ? [both()] : there.map(([, name]) => name());
		}),
	);
}

const isKnights = ({ dx, dy }: Way) => Math.abs(dx) !== Math.abs(dy) && dx !== 0 && dy !== 0;

function group(steps: readonly Step[]): string[] {
	const parts: string[] = [];
	const add = (some: readonly Step[], words: (inputs: { where: string }) => string) => {
		if (some.length > 0) parts.push(words({ where: directions(some) }));
	};
	const near = steps.filter((step) => !isLeap(step));
	add(
		near.filter(({ max }) => max === null),
		m.way_slide,
	);
	for (const count of new Set(near.flatMap(({ max }) => (max !== null && max > 1 ? [max] : []))))
		add(
			near.filter(({ max }) => max === count),
			({ where }) => m.way_up_to({ count, where }),
		);
	add(
		near.filter(({ max }) => max === 1),
		m.way_step,
	);
	const leaps = steps.filter(isLeap);
	add(
		leaps.filter((step) => !isKnights(step)),
		m.way_leap,
	);
	const knights = leaps.filter(isKnights);
	if (knights.length > 0) parts.push(knights.every(({ dy }) => dy === 2) ? m.way_knight_forward() : m.way_knight());
	return parts;
}

export function stepText(steps: readonly Step[]): string {
	const only = (what: Step['only']) => group(steps.filter((step) => step.only === what));
	return [
		...only('both'),
		...only('quiet').map((moves) => m.way_quiet({ moves })),
		...only('capture').map((moves) => m.way_capture({ moves })),
	].join(language().semicolon);
}
