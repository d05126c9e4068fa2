/** SVG and PNG diagrams of a position, and saving them as files. */

import { namingOf } from '../games/naming';
import { piecePicture } from '../looks/pictures';
import { coordinateLabels } from '../rules/geometry';
import type { GameState, VariantSpec } from '../rules/module';
import { piecesOf } from '../rules/pieces';
import type { Side, VariantId } from '../rules/variant';
import { settings } from '../settings/settings.svelte';
import { type Colors, diagram } from './diagram';

/** Width of a PNG in pixels, enough for print at the size of a book diagram. */
const PNG_WIDTH = 1200;

/** Computed colours of theme and board: other programs do not resolve custom properties. */
function boardColors(): Colors {
	const probe = document.body.appendChild(document.createElement('span'));
	probe.hidden = true;
	const get = (name: string) => {
		probe.style.color = `var(${name})`;
		return getComputedStyle(probe).color;
	};
	const found = namedColors(get);
	probe.remove();
	return found;
}

function namedColors(get: (name: string) => string): Colors {
	return {
		board: get('--board-base'),
		line: get('--board-line'),
		light: get('--check-light'),
		dark: get('--check-dark'),
		zone: get('--zone-tint'),
		paper: get('--paper-raised'),
		ink: get('--ink'),
		mark: get('--seal'),
	};
}

async function text(address: string): Promise<string> {
	const answer = await fetch(address);
	if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
	return answer.text();
}

async function pictures(
	game: VariantId,
	position: GameState,
	bottom: Side,
): Promise<(side: Side, letter: string) => string> {
	const flipped = bottom === 'second';
	const wanted = new Map<string, Promise<string>>();
	const want = (side: Side, letter: string) => {
		const name = `${side}-${letter}`;
		if (!wanted.has(name)) wanted.set(name, text(piecePicture(game, side, letter, flipped)));
	};
	for (const { side, letter } of piecesOf(position.board, { files: 9 })) want(side, letter);
	for (const side of ['first', 'second'] as const)
		for (const [letter, count] of Object.entries(position.hands[side])) if (count > 0) want(side, letter.toUpperCase());
	const got = new Map<string, string>();
	for (const [name, picture] of wanted) got.set(name, await picture);
	return (side, letter) => got.get(`${side}-${letter}`) ?? '';
}

export interface PictureOf {
	position: GameState;
	spec: Pick<VariantSpec, 'handOrder'>;
	bottom: Side;
	/** Use Japanese numerals for ranks. */
	kanji: boolean;
	caption?: string | undefined;
	colors?: Colors;
}

export async function svgPicture({
	position,
	spec,
	bottom,
	kanji,
	caption,
	colors = boardColors(),
}: PictureOf): Promise<string> {
	const piece = await pictures(position.game, position, bottom);
	const labels = coordinateLabels(namingOf(position.game), bottom, settings.coordinates, kanji);
	return diagram({ position, bottom, labels, handOrder: spec.handOrder, colors, caption, piece });
}

export async function pngPicture(svg: string): Promise<Blob> {
	const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
	try {
		const image = new Image();
		image.src = address;
		await image.decode();
		const canvas = document.createElement('canvas');
		canvas.width = PNG_WIDTH;
		canvas.height = Math.round((PNG_WIDTH * image.naturalHeight) / image.naturalWidth);
		canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
		return await new Promise((done, failed) =>
			canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
		);
	} finally {
		URL.revokeObjectURL(address);
	}
}

export function saveFile(blob: Blob, name: string): void {
	const address = URL.createObjectURL(blob);
	const link = document.createElement('a');
	link.href = address;
	link.download = name;
	link.click();
	// Some browsers read the blob only after the click.
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
