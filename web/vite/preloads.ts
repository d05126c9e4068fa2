/**
 * What a page needs beside the entry, by the first part of its address, with a slash where another follows: the server
 * names it in the page, so that it is asked for together with the entry instead of by it. And what is painted until the
 * script has come.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

interface Page {
	/** The module that draws the pages below the address. */
	module: string;
	/** Whether it asks for the rules at once. */
	rules: boolean;
	/** Whether a board fills a phone's screen: its place is painted before the script has come. */
	board: boolean;
}

const PAGES: Record<string, Page> = {
	// The form is read before a game begins: the rules are asked for after it has been painted.
	'new/': { module: '/src/pages/NewGame.svelte', rules: false, board: false },
	'play/': { module: '/src/pages/LocalGame.svelte', rules: true, board: true },
	'g/': { module: '/src/pages/FriendGame.svelte', rules: false, board: false },
	games: { module: '/src/pages/MyGames.svelte', rules: false, board: false },
	'analysis/': { module: '/src/pages/AnalysisBoard.svelte', rules: true, board: true },
	view: { module: '/src/pages/LinkedGame.svelte', rules: true, board: true },
};

/**
 * Shows the place of the board that every page has in it (`.board-waiting` in styles/base.css). Its picture is part of
 * the style: asked for by itself it would come after the script.
 */
function boardStyle(): string {
	const picture = readFileSync(new URL('../public/boards/wood.svg', import.meta.url), 'base64');
	const paint = `url(data:image/svg+xml;base64,${picture}) center / 420px, var(--board-base)`;
	const shown = `.board-waiting { display: block; background: ${paint} }`;
	return `<style>@media (max-width: 560px) and (orientation: portrait) { ${shown} }</style>`;
}

const RULES = '/src/wasm/rules/rules.js';

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never) => unknown>>[1];

/** A chunk and all that it imports, except what the page itself names. */
function withImports(bundle: Bundle, root: string): string[] {
	const found = new Set<string>();
	const add = (file: string) => {
		const chunk = bundle[file];
		if (chunk?.type !== 'chunk' || chunk.isEntry || found.has(file)) return;
		found.add(file);
		chunk.imports.forEach(add);
	};
	for (const [file, chunk] of Object.entries(bundle))
		if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(root))) add(file);
	return [...found];
}

/** The grain of the board, which the place of the board is painted with again once the script draws it. */
const GRAIN = '<link rel="preload" as="image" href="/boards/wood.svg" />';

/**
 * As the scripts ask for these files later: another mode of asking would fetch them twice. The module of the rules is
 * asked for after the first frame (`main.ts`): it is as large as all the rest and would hold up what is seen first.
 */
function links(bundle: Bundle, { module, rules, board }: Page): string[] {
	const scripts = [...withImports(bundle, module), ...(rules ? withImports(bundle, RULES) : [])];
	const styles = scripts.flatMap((file) => {
		const chunk = bundle[file];
		return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
	});
	return [
		...[...new Set(styles)].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}" />`),
		...[...new Set(scripts)].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
		...(board ? [GRAIN, boardStyle()] : []),
	];
}

export function preloads(): Plugin {
	return {
		name: 'komadai-preloads',
		apply: 'build',
		enforce: 'post',
		generateBundle(_, bundle) {
			const source = Object.fromEntries(
				Object.entries(PAGES).map(([address, page]) => [address, links(bundle, page).join('\n\t\t')]),
			);
			this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(source) });
		},
	};
}
