/** Moves that show how moves are typed; each is legal at the start of its game. */
import type { GameId } from '../games/game';
import type { DisplayStyle } from '../rules/module';

const EXAMPLES: Record<GameId, { western: string; japanese: string; fromLeft?: string }> = {
	shogi: { western: 'P-76, 7g7f', japanese: '76歩, 7g7f' },
	minishogi: { western: 'P-53, 5d5c', japanese: '53歩, 5d5c' },
	torishogi: { western: 'Sx33, 3d3c', japanese: '33燕, 3d3c', fromLeft: 'Sx53, 3d3c' },
	shogun: { western: 'Nf3, e2e4', japanese: 'Nf3, e2e4' },
};

export function examples(game: GameId, style: DisplayStyle): string {
	const { western, japanese, fromLeft = western } = EXAMPLES[game];
	if (style === 'western-top-left') return fromLeft;
	return style === 'japanese' ? japanese : western;
}
