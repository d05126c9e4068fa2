/**
 * Starts a game: makes its record in this browser, or asks the server for a game by link.
 *
 * 1. A `GameChoice` (`lastChoice.ts`) holds everything that `GameForm.svelte` offers. The last one is kept for each
 *    variant. A press on the tile of a variant or the first press on the new-game page starts `beginnersChoice`.
 * 2. Rule options come from the rules module (`VariantSpec.ruleChoices`); `rules.ts` has their texts, and a test asks
 *    for a text or a reason for each.
 * 3. `play/PiecesQuestion.svelte` asks once which set of pieces is wanted, in a first game, lesson or puzzle.
 */
import { clockSettings } from '../clock/form';
import { beginGame } from '../database/heldBoard.svelte';
import { isTossedFor } from '../furigoma/furigoma';
import { go } from '../router.svelte';
import type { VariantId } from '../rules/variant';
import { drawnSide, newRecord } from '../session/new';
import { settings } from '../settings/settings.svelte';
import { rememberDrawn } from '../store/drawnSides';
import { createOnce } from './createOnce';
import { asksForHelp, type GameChoice, mayBeRated } from './lastChoice';

export function invitation(game: VariantId, choice: GameChoice, position: string) {
	const { side, handicap, rules } = choice;
	return {
		game,
		side,
		...(handicap ? { handicap } : position ? { position } : {}),
		...(Object.keys(rules).length > 0 ? { rules } : {}),
		...(settings.name ? { name: settings.name } : {}),
		...(choice.open ? { open: true } : {}),
		...(choice.rated && mayBeRated(choice, position) ? { rated: true } : {}),
		clock: clockSettings(choice.clock) ?? { kind: 'none' as const },
	};
}

function beginHere(game: VariantId, choice: GameChoice, position: string): void {
	const { opponent, level, handicap, rules, help } = choice;
	const { side: you, furigoma } = drawnSide(choice.side, game, handicap !== '');
	const tossed = furigoma && (opponent !== 'device' || isTossedFor(game, handicap !== ''));
	const record = newRecord(
		{
			game,
			start: handicap ? `handicap:${handicap}` : position,
			rules: { ...rules },
			opponent: opponent === 'device' ? { kind: 'device' } : { kind: 'computer', level, you },
			clock: clockSettings(choice.clock) ?? { kind: 'none' },
			...(asksForHelp(choice) ? { help } : {}),
			...(tossed ? { furigoma } : {}),
		},
		Date.now(),
	);
	beginGame(record);
	go(`/play/${record.id}`);
}

/**
 * Starts the chosen game, from `position` if given, and opens it unless `left` says that its maker has
 * navigated away. Rejects with an `ApiFailure` when the server refuses.
 */
export async function begin(
	game: VariantId,
	choice: GameChoice,
	position = '',
	left: () => boolean = () => false,
): Promise<void> {
	if (choice.opponent !== 'friend') return beginHere(game, choice, position);
	const page = await createOnce(invitation(game, choice, position));
	if (choice.side === 'random') rememberDrawn(page.snapshot.id);
	if (!left()) go(`/g/${page.snapshot.id}`);
}
