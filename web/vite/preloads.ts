/**
 * Preload links by the first part of the address (with a slash if another part follows), which the server puts
 * into the HTML, and the board placeholder that is painted before the script.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

interface Page {
	module: string;
	/** Load the rules module at once. */
	rules: boolean;
	/** Paint a board placeholder on a phone. */
	board: boolean;
}

const PAGES: Record<string, Page> = {
	// The form is shown before a game begins: the rules load after its first paint.
	'new/': { module: '/src/pages/NewGame.svelte', rules: false, board: false },
	'play/': { module: '/src/pages/LocalGame.svelte', rules: true, board: true },
	'g/': { module: '/src/pages/FriendGame.svelte', rules: false, board: false },
	games: { module: '/src/pages/MyGames.svelte', rules: false, board: false },
	'analysis/': { module: '/src/pages/AnalysisBoard.svelte', rules: true, board: true },
	view: { module: '/src/pages/LinkedGame.svelte', rules: true, board: true },
};

/** Style that shows `.board-waiting` (styles/base.css). A separate picture would arrive after the script. */
function boardStyle(): string {
	const picture = readFileSync(new URL('../public/boards/wood.svg', import.meta.url), 'base64');
	const paint = `url(data:image/svg+xml;base64,${picture}) center / 420px, var(--board-base)`;
	const shown = `.board-waiting { display: block; background: ${paint} }`;
	return `<style>@media (max-width: 560px) and (orientation: portrait) { ${shown} }</style>`;
}

const RULES = '/src/wasm/rules/rules.js';

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never) => unknown>>[1];

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

/** Wood grain of the board, which replaces the placeholder's data URL. */
const GRAIN = '<link rel="preload" as="image" href="/boards/wood.svg" />';

/**
 * Attributes must match the later requests of the scripts, or files are fetched twice. The rules WASM loads after
 * the first frame (`main.ts`): it is as large as all the rest and would delay the first paint.
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
