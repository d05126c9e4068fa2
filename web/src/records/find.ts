/** Parser for pasted or opened input: records and positions in any format, or a link of this site. */
import type { LazyText } from '../i18n/locale.svelte';
import { loadRules } from '../rules/rules';
import { recordOfLink } from './ofLink';
import { openLink } from './openLink';
import { type ReadOptions, type ReadRecord, readRecords } from './records';

const LINK = /#(v=\d+&game=\S+)\s*$/;

export type Found = { games: ReadRecord[] } | { problem: LazyText };

async function inLink(fragment: string): Promise<Found> {
	const rules = await loadRules();
	const opened = openLink(rules, fragment, true);
	if ('problem' in opened) return opened;
	return {
		games: [{ record: recordOfLink(rules, opened.shared), problems: [], warnings: [], format: 'usi' }],
	};
}

export async function findInText(text: string, options: ReadOptions): Promise<Found> {
	const fragment = LINK.exec(text)?.[1];
	return fragment ? inLink(fragment) : { games: await readRecords(text, options) };
}

export interface FoundInFiles {
	games: ReadRecord[];
	/** Names of files without a game. */
	empty: string[];
}

/** Reads files one after the other; `onProgress` counts the bytes of all. */
export async function findInFiles(files: readonly File[], options: ReadOptions): Promise<FoundInFiles> {
	const total = files.reduce((sum, { size }) => sum + size, 0);
	const found: FoundInFiles = { games: [], empty: [] };
	let before = 0;
	for (const file of files) {
		const onProgress = (done: number) => options.onProgress?.(before + done, total);
		const games = await readRecords(file, { ...options, onProgress });
		if (games.length === 0) found.empty.push(file.name);
		for (const game of games) found.games.push(game);
		before += file.size;
	}
	return found;
}
