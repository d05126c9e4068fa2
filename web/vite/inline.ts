/** Inlines the style of the entry, which would block the first paint. */
import type { Plugin } from 'vite';

export function inlineEntryStyle(): Plugin {
	return {
		name: 'komadai-inline-style',
		apply: 'build',
		enforce: 'post',
		transformIndexHtml: {
			order: 'post',
			handler(html, { bundle }) {
				return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
					const style = bundle?.[file];
					if (style?.type !== 'asset') return link;
					// Disabled, it is not fetched, and chunks that depend on it find it.
					return `<style>${String(style.source).trim()}</style>\n\t\t<link rel="stylesheet" disabled href="/${file}">`;
				});
			},
		},
	};
}
