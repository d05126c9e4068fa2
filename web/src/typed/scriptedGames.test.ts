/** The scripted games of `e2e/games`, typed in both notations and announced. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { moveSpeech } from '../announce/moveSpeech';
import { GameHistory } from '../board/gameHistory.svelte';
import { squareSaid } from '../games/naming';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import { textOf } from '../widgets/phrases';
import { refusalOf } from './problemText';

interface Step {
	move: string;
	text: string;
	from?: string;
	drop?: string;
	to: string;
	promote: boolean;
	capture: boolean;
	position: string;
}
interface Script {
	refusals: { ply: number; from?: string; drop?: string; to: string; code: string }[];
	moves: Step[];
}

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

function script(game: VariantId): Script {
	return JSON.parse(readFileSync(new URL(`../../../e2e/games/${game}.json`, import.meta.url), 'utf8'));
}

/** Announcement of a move, as far as the script contains it. */
function announcement(step: Step, game: VariantId): RegExp {
	const to = squareSaid(game, step.to);
	if (step.drop) return new RegExp(`: .+ dropped on ${to}`);
	if (game === 'shogun' && step.text.startsWith('O-O')) return /: castles (short|long)/;
	const promotes = step.promote ? ', promotes to ' : '';
	const from = squareSaid(game, step.from ?? '');
	if (step.capture) return new RegExp(`: .+ from ${from} takes .+ ${to}${promotes}`);
	return new RegExp(`: .+ from ${from} to ${to}${promotes}`);
}

it.each(VARIANT_IDS)('%s: every move is read in both notations and announced, every refusal is explained', (game) => {
	const { moves, refusals } = script(game);
	const played: string[] = [];
	for (const [ply, step] of moves.entries()) {
		const before = new GameHistory(rules, game, '', [...played], {});
		for (const attempt of refusals.filter((one) => one.ply === ply)) {
			const typed = attempt.drop ? `${attempt.drop}*${attempt.to}` : `${attempt.from}${attempt.to}`;
			expect(refusalOf(before.read(typed))?.code, `${ply}: ${typed}`).toBe(attempt.code);
		}
		for (const text of [step.text, step.move])
			expect(before.read(text).reading, `${ply}: ${text}`).toEqual({ kind: 'legal', move: step.move });
		played.push(step.move);
		const after = new GameHistory(rules, game, '', [...played], {});
		expect(after.now.position).toBe(step.position);
		expect(textOf(moveSpeech(after, played.length, false))).toMatch(announcement(step, game));
	}
});
