/** After a build: the guides as HTML that can be read without a script, beside the page that brings them to life. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin } from 'vite';
import type { StaticPage } from '../src/learn/static.ts';
import { afterBuild } from './afterBuild.ts';

interface Made {
	possible: boolean;
	style: string;
	pages(wasm: Uint8Array): Promise<StaticPage[]>;
}

const attribute = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The page itself with a guide in it. */
function filled(shell: string, page: StaticPage, style: string): string {
	const others = Object.entries(page.alternates).map(
		([language, path]) => `<link rel="alternate" hreflang="${language}" href="${path}" />`,
	);
	const head = [
		`<meta name="description" content="${attribute(page.description)}" />`,
		...others,
		`<style>${style}</style>`,
	].join('\n\t\t');
	const put = (text: string, mark: RegExp, by: string) => {
		if (!mark.test(text)) throw new Error(`the page has no ${mark}`);
		return text.replace(mark, () => by);
	};
	let html = put(shell, /<html lang="en">/, `<html lang="${page.language}">`);
	html = put(html, /<title>.*?<\/title>/, `<title>${attribute(page.title)} · Komadai</title>`);
	html = put(html, /<\/head>/, `${head}\n\t</head>`);
	return put(html, /<div id="app">/, `<div id="static">${page.body}</div>\n\t\t<div id="app">`);
}

export function guides(): Plugin {
	return afterBuild('komadai-guides', 'pre', async ({ root, dist }) => {
		// Inside the project, so that Node finds its packages from there.
		const folder = mkdtempSync(join(root, 'node_modules/.guides-'));
		try {
			await build({
				configFile: false,
				root,
				logLevel: 'warn',
				plugins: [svelte()],
				build: {
					ssr: resolve(root, 'src/learn/static.ts'),
					outDir: folder,
					copyPublicDir: false,
					target: 'es2022',
					rollupOptions: { output: { entryFileNames: 'static.mjs' } },
				},
			});
			const made = (await import(pathToFileURL(join(folder, 'static.mjs')).href)) as Made;
			if (!made.possible) {
				console.warn('no guides without a script: the rules module is not built');
				return;
			}
			const wasm = readFileSync(join(root, 'src/wasm/rules/rules_bg.wasm'));
			const shell = readFileSync(join(dist, 'index.html'), 'utf8');
			for (const page of await made.pages(wasm)) {
				const file = join(dist, `${page.path}.html`);
				mkdirSync(dirname(file), { recursive: true });
				writeFileSync(file, filled(shell, page, made.style));
			}
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
}
