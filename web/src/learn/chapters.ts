/** Chapters of a guide and their addresses. */
import keys from '../../learn/keys.json';
import type { Locale } from '../paraglide/runtime';
import type { VariantId } from '../rules/variant';
import type { Chapter, Guide } from './markdown';

export function guidePath(game: VariantId, language: Locale | null = null): string {
	return `/learn/${game}${language ? `/${language}` : ''}`;
}

/** Address of a chapter; the first has that of the guide. */
export function chapterPath(base: string, game: VariantId, chapter: string): string {
	return Object.keys(keys[game].chapters)[0] === chapter ? base : `${base}/${chapter}`;
}

/** Chapter of an address; the first without a name. */
export function chapterNamed(guide: Guide, name: string | null): Chapter | undefined {
	return name === null ? guide.chapters[0] : guide.chapters.slice(1).find(({ key }) => key === name);
}

export function chapterWith(guide: Guide, key: string): Chapter | undefined {
	return guide.chapters.find(({ sections }) =>
		sections.some((section) => section.key === key || section.parts.some((part) => part.key === key)),
	);
}

export function sectionPath(game: VariantId, section: string): string {
	const chapters: [string, readonly string[]][] = Object.entries(keys[game].chapters);
	const chapter = chapters.find(([, sections]) => sections.includes(section))?.[0];
	if (!chapter) throw new Error(`the guide to ${game} has no section "${section}"`);
	return `${chapterPath(guidePath(game), game, chapter)}#${section}`;
}
