/** Structure of a guide without its words, which must agree in all languages. */
import { type Block, type Guide, type Inline, sectionsOf } from './markdown';

function ofInline(of: readonly Inline[]): string[] {
	return of.flatMap((one) => {
		// Japanese words and links vary: a Japanese text does not mark its own words.
		if (one.kind === 'inline') return ['sq', 'ja'].includes(one.name) ? [] : [`{${one.name} ${one.rest}}`];
		return one.kind === 'text' || one.kind === 'code' ? [] : ofInline(one.of);
	});
}

function ofBlock(block: Block): string[] {
	switch (block.kind) {
		case 'paragraph':
			return ofInline(block.of);
		case 'list':
			return block.items.flatMap(ofInline);
		case 'table':
			return [block.head, ...block.rows].flat().flatMap(ofInline);
		case 'aside':
			return [...block.ids, ...block.of.flatMap(ofBlock)];
		case 'directive':
			return [`::${[block.name, ...block.args].join(' ')}`, ...ofInline(block.caption)];
	}
}

/** Keys of sections and parts with their sorted contents: word order may differ. */
export function outline(guide: Guide): [key: string, asks: string[]][] {
	return sectionsOf(guide).flatMap((section) =>
		[section, ...section.parts].map(({ key, blocks }): [string, string[]] => [
			key,
			[...new Set(blocks.flatMap(ofBlock))].sort(),
		]),
	);
}

export function diagramsIn(guide: Guide): string[] {
	return outline(guide).flatMap(([, asks]) =>
		asks.flatMap((ask) => /^::(?:diagram|notation) (.+)$/.exec(ask)?.[1] ?? []),
	);
}
