/** Which chapter of a guide tells what, and the address where it is read. */
import keys from '../../learn/keys.json';
import type { VariantId } from '../games/variant';
import type { Locale } from '../paraglide/runtime';
import type { Chapter, Guide } from './markdown';

/** The address of a guide, of its text in a language if one is named. */
export function guidePath(game: VariantId, language: Locale | null = null): string {
	return `/learn/${game}${language ? `/${language}` : ''}`;
}

/** The address of a chapter; the first one has that of the guide. */
export function chapterPath(base: string, game: VariantId, chapter: string): string {
	return Object.keys(keys[game].chapters)[0] === chapter ? base : `${base}/${chapter}`;
}

/** The chapter that the address names, the first one without a name. */
export function chapterNamed(guide: Guide, name: string | null): Chapter | undefined {
	return name === null ? guide.chapters[0] : guide.chapters.slice(1).find(({ key }) => key === name);
}

/** The chapter that has a section or a part with this key. */
export function chapterWith(guide: Guide, key: string): Chapter | undefined {
	return guide.chapters.find(({ sections }) =>
		sections.some((section) => section.key === key || section.parts.some((part) => part.key === key)),
	);
}

/** The address of a section of any guide. */
export function sectionPath(game: VariantId, section: string): string {
	const chapters: [string, readonly string[]][] = Object.entries(keys[game].chapters);
	const chapter = chapters.find(([, sections]) => sections.includes(section))?.[0];
	if (!chapter) throw new Error(`the guide to ${game} has no section "${section}"`);
	return `${chapterPath(guidePath(game), game, chapter)}#${section}`;
}
