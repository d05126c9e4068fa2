/** Picks the first of a reader's languages that is available. */

const TRADITIONAL = /^zh-(hant|tw|hk|mo)\b/i;

export function preferred<L extends string>(wanted: readonly string[], have: readonly L[]): L | undefined {
	for (const tag of wanted) {
		const language = tag.toLowerCase().split('-')[0];
		const name = language === 'zh' ? (TRADITIONAL.test(tag) ? 'zh-Hant' : 'zh-Hans') : language;
		const found = have.find((locale) => locale === name);
		if (found) return found;
	}
	return undefined;
}
