/** Static HTML of the guides, for readers without scripts and for search engines. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin } from 'vite';
import type { StaticPage } from '../src/learn/static.ts';
import { afterBuild } from './afterBuild.ts';

export const STYLE = '/assets/guide-static-';

interface Made {
	possible: boolean;
	style: string;
	pages(wasm: Uint8Array): Promise<StaticPage[]>;
	heads(): unknown;
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function filled(shell: string, page: StaticPage, style: string): string {
	const others = Object.entries(page.alternates).map(
		([language, path]) => `<link rel="alternate" hreflang="${language}" href="${path}" />`,
	);
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${attribute(content)}" />`;
	const head = [
		`<meta name="description" content="${attribute(page.description)}" />`,
		property('type', 'article'),
		property('site_name', 'Komadai'),
		property('title', page.title),
		property('description', page.description),
		// Placeholder that the server replaces by its origin.
		property('url', `%ORIGIN%${page.path}`),
		property('image', `%ORIGIN%/pictures/${page.picture}`),
		property('image:width', '1200'),
		property('image:height', '630'),
		'<meta name="twitter:card" content="summary_large_image" />',
		...others,
		`<link rel="stylesheet" href="${style}" />`,
	].join('\n\t\t');
	const put = (text: string, mark: RegExp, by: string) => {
		if (!mark.test(text)) throw new Error(`the page has no ${mark}`);
		return text.replace(mark, () => by);
	};
	let html = put(shell, /<html lang="en">/, `<html lang="${page.language}">`);
	html = put(html, /<title>.*?<\/title>/, `<title>${attribute(page.title)} · Komadai</title>`);
	html = put(html, /<\/head>/, `${head}\n\t</head>`);
	// Link the style instead of repeating it in every guide.
	html = html.replace(/<style>[\s\S]*?<\/style>\s*<link rel="stylesheet" disabled/, '<link rel="stylesheet"');
	return put(html, /<div id="app">[\s\S]*?<\/div>/, `<div id="static">${page.body}</div>\n\t\t<div id="app"></div>`);
}

export function guides(): Plugin {
	return afterBuild('komadai-guides', 'pre', async ({ root, dist }) => {
		// Inside the project, for Node's module resolution.
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
			writeFileSync(join(dist, 'heads.json'), JSON.stringify(made.heads()));
			if (!made.possible) {
				console.warn('no guides without a script: the rules module is not built');
				return;
			}
			const wasm = readFileSync(join(root, 'src/wasm/rules/rules_bg.wasm'));
			const shell = readFileSync(join(dist, 'index.html'), 'utf8');
			const hash = createHash('sha256').update(made.style).digest('hex').slice(0, 8);
			const style = `${STYLE}${hash}.css`;
			writeFileSync(join(dist, style), made.style);
			for (const page of await made.pages(wasm)) {
				const file = join(dist, `${page.path}.html`);
				mkdirSync(dirname(file), { recursive: true });
				writeFileSync(file, filled(shell, page, style));
			}
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
}
