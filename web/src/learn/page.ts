/** Page of a guide: a chapter, the contents and links to its neighbours. */
import { language } from '../i18n/language';
import { m } from '../paraglide/messages';
import { chapterPath } from './chapters';
import { escaped } from './escaped';
import { inline, type Setting, section } from './html';
import { type Chapter, plainText } from './markdown';

const titleOf = ({ title }: { title: Chapter['title'] }) => escaped(plainText(title));

function contents(setting: Setting): string {
	const { edition, chapter, base, live } = setting;
	const { chapters } = edition.guide;
	// Without a script, an old address of a section in another chapter leads to the contents.
	const whole = !live && chapter === chapters[0];
	const items = chapters.map((one) => {
		const here = one === chapter;
		const path = chapterPath(base, edition.game, one.key);
		const link = (key: string, title: string) =>
			here ? `<a href="#${key}">${title}</a>` : `<a href="${path}#${key}" id="${key}">${title}</a>`;
		const [only, ...more] = one.sections;
		const inner =
			(here && more.length > 0) || (whole && !here && only)
				? `<ol>${one.sections.map((each) => `<li>${link(each.key, titleOf(each))}</li>`).join('')}</ol>`
				: '';
		return `<li><a href="${path}"${here ? ' aria-current="page"' : ''}>${titleOf(one)}</a>${inner}</li>`;
	});
	return `<nav class="contents" aria-label="${escaped(m.learn_contents())}"><details><summary><span class="label">${escaped(m.learn_contents())}</span> <span class="here">${titleOf(chapter)}</span></summary><ol>${items.join('')}</ol></details></nav>`;
}

function turn({ edition, chapter, base }: Setting): string {
	const { chapters } = edition.guide;
	const at = chapters.indexOf(chapter);
	const way = (to: Chapter | undefined, rel: 'prev' | 'next', words: string) =>
		to
			? `<a rel="${rel}" href="${chapterPath(base, edition.game, to.key)}"><span class="label">${escaped(words)}</span> <span>${titleOf(to)}</span></a>`
			: '';
	const ways = way(chapters[at - 1], 'prev', m.learn_previous()) + way(chapters[at + 1], 'next', m.learn_next());
	return `<nav class="turn" aria-label="${escaped(m.learn_turn())}">${ways}</nav>`;
}

export function chapterTitle({ edition, chapter }: Pick<Setting, 'edition' | 'chapter'>): string {
	return chapter === edition.guide.chapters[0] ? edition.guide.title : plainText(chapter.title);
}

export function chapterHtml(setting: Setting): string {
	const { edition, chapter, base, live } = setting;
	const { guide, language } = edition;
	const head =
		chapter === guide.chapters[0]
			? `<h1>${escaped(guide.title)}</h1><p class="lead">${inline(setting, guide.lead)}</p>`
			: `<p class="of"><a href="${base}">${escaped(guide.title)}</a></p><h1>${titleOf(chapter)}</h1>`;
	return [
		`<article class="guide${live ? ' live' : ''}" lang="${language}">`,
		contents(setting),
		`<div class="reading"><header>${head}</header>`,
		chapter.sections.map((one) => section(setting, one)).join(''),
		turn(setting),
		'</div></article>',
	].join('');
}

/** Minimum length of a description. */
const DESCRIPTION = 50;

/** Description for search engines and previews: the lead, or the beginning of the chapter. */
export function chapterDescription(setting: Setting): string {
	const { edition, chapter } = setting;
	const words = (of: Chapter['title']) =>
		inline(setting, of)
			.replace(/<[^>]+>/g, '')
			.replaceAll('&quot;', '"')
			.replaceAll('&lt;', '<')
			.replaceAll('&gt;', '>')
			.replaceAll('&amp;', '&');
	if (chapter === edition.guide.chapters[0]) return words(edition.guide.lead);
	const apart = language(edition.language).space;
	let text = '';
	for (const block of chapter.sections.flatMap(({ blocks }) => blocks)) {
		if (text.length >= DESCRIPTION) break;
		if (block.kind === 'paragraph') text += (text ? apart : '') + words(block.of);
	}
	return text;
}
