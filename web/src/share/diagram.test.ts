import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { piecePicture } from '../looks/pictures';
import { coordinateLabels } from '../rules/geometry';
import type { RulesModule } from '../rules/module';
import { piecesOf } from '../rules/pieces';
import { rulesForTests } from '../rules/testRules';
import { LOOKS, type Side, VARIANT_IDS, type VariantId } from '../rules/variant';
import { diagram } from './diagram';
import { STROKES } from './strokes';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const COLORS = {
	board: '#111111',
	line: '#222222',
	light: '#333333',
	dark: '#444444',
	zone: '#555555',
	paper: '#666666',
	ink: '#777777',
	mark: '#888888',
};

function drawn(game: VariantId, bottom: Side, caption?: string) {
	const file = new URL(`../../../e2e/games/${game}.json`, import.meta.url);
	const { moves } = JSON.parse(readFileSync(file, 'utf8')) as { moves: { move: string }[] };
	const table = rules.Game.replay(
		game,
		'',
		moves.slice(0, moves.length - 4).map(({ move }) => move),
		{},
	);
	const position = table.state();
	table.free();
	const piece = (side: Side, letter: string) =>
		readFileSync(
			new URL(`../../public${piecePicture(game, side, letter, bottom === 'second')}`, import.meta.url),
			'utf8',
		);
	const { handOrder } = rules.gameSpec(game);
	return {
		position,
		svg: diagram({
			position,
			bottom,
			labels: coordinateLabels(LOOKS[game], bottom, 'usual', true),
			handOrder,
			colors: COLORS,
			caption,
			piece,
		}),
	};
}

for (const game of VARIANT_IDS)
	for (const bottom of ['first', 'second'] as const)
		describe(`${game} seen from ${bottom}`, () => {
			it('shows every piece once, and every kind in hand with its count', () => {
				const { position, svg } = drawn(game, bottom);
				const onBoard = piecesOf(position.board, rules.gameSpec(game));
				const held = [position.hands.first, position.hands.second].flatMap((hand) =>
					Object.values(hand).filter((count) => count > 0),
				);
				expect(held.length).toBeGreaterThan(0);
				expect(svg.match(/<use href="#(first|second)-[^"-]+"/g)).toHaveLength(onBoard.length + held.length);
				expect(svg.match(/class="count"/g) ?? []).toHaveLength(held.filter((count) => count > 1).length);
			});
			it('marks the last move and the side to move', () => {
				const { position, svg } = drawn(game, bottom);
				expect(svg.match(/class="last"/g)).toHaveLength(position.lastMove?.from ? 2 : 1);
				expect(svg.match(/class="turn"/g)).toHaveLength(1);
				expect(svg.match(/class="waits"/g)).toHaveLength(1);
			});
			it('is self-contained: no font, no other file, unique ids', () => {
				const { svg } = drawn(game, bottom);
				expect(svg).not.toMatch(/<text|<image|font-family|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
				const names = [...svg.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]);
				expect(new Set(names).size).toBe(names.length);
				const used = [...svg.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map((match) => match[1]);
				for (const name of used) expect(names).toContain(name);
				expect(svg).not.toContain('d=""');
			});
			it('draws pieces in hand outside the group of stroked signs', () => {
				const { svg } = drawn(game, bottom);
				const drawnSigns = svg.slice(svg.lastIndexOf('</defs>'));
				const signs = /<g fill="none".*?<\/g>(?=<use|<\/svg>)/s.exec(drawnSigns)?.[0] ?? '';
				expect(signs).toContain('class="turn"');
				expect(signs).not.toContain('<use');
			});
		});

it('draws a caption above the board', () => {
	const height = (svg: string) => Number(/height="(\d+)"/.exec(svg)?.[1]);
	const without = drawn('shogi', 'first').svg;
	const { svg } = drawn('shogi', 'first', '<3手詰>');
	expect(svg).toMatch(/<text class="caption"[^>]*>&lt;3手詰&gt;<\/text>/);
	expect(height(svg)).toBeGreaterThan(height(without));
});

it('has strokes for every label', () => {
	for (const letter of '0123456789abcdefghi一二三四五六七八九') expect(STROKES[letter], letter).toBeTruthy();
});
