/** Sources of a guide: its text in a language, and the data that all languages share. */

import { bundled } from '../loading/bundled';
import type { Locale } from '../paraglide/runtime';
import { isVariantId, type VariantId } from '../rules/variant';
import type { Diagrams } from './diagrams';
import type { Facts } from './facts';

const texts = import.meta.glob<string>('../../learn/guides/*/*.md', { query: '?raw', import: 'default' });
const diagrams = import.meta.glob<Diagrams>('../../learn/guides/*/diagrams.json', { import: 'default' });
const facts = import.meta.glob<Facts>('../../learn/guides/*/facts.json', { import: 'default' });

const folder = (game: VariantId) => `../../learn/guides/${game}`;

export function writtenIn(game: VariantId): Locale[] {
	return Object.keys(texts).flatMap((path) => {
		const [of = '', file = ''] = path.split('/').slice(-2);
		return isVariantId(of) && of === game ? [file.replace('.md', '') as Locale] : [];
	});
}

export interface Material {
	source: string;
	diagrams: Diagrams;
	facts: Facts;
}

export function loadFacts(game: VariantId): Promise<Facts> {
	return bundled(facts, `${folder(game)}/facts.json`);
}

export async function loadMaterial(game: VariantId, language: Locale): Promise<Material> {
	const [source, lines, known] = await Promise.all([
		bundled(texts, `${folder(game)}/${language}.md`),
		bundled(diagrams, `${folder(game)}/diagrams.json`),
		loadFacts(game),
	]);
	return { source, diagrams: lines, facts: known };
}
