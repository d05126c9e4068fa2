/**
 * Types of the rules module, generated from its Rust sources. Squares are USI names (`7g`) in all four games,
 * as in shogiground. Moves are canonical text: USI in the shogi family, UCI in Shogun Chess.
 */
import type { KomadaiError } from '../wasm/rules/rules';

export type {
	Destinations,
	DisplayStyle,
	FollowedGame,
	Game,
	GameOutcome,
	GameState,
	KomadaiError,
	LastMove,
	LocalGame,
	LocalView,
	PieceKindSpec,
	Possibilities,
	Possible,
	Promotion,
	RuleOptions,
	SnapshotChanges,
	SquareName,
	Step,
	TypedMove,
	VariantSpec,
} from '../wasm/rules/rules';

export type RulesModule = Pick<
	typeof import('../wasm/rules/rules'),
	'FollowedGame' | 'Game' | 'LocalGame' | 'checkPosition' | 'editSetup' | 'gameSpec'
>;

export function isKomadaiError(error: unknown): error is KomadaiError {
	return error instanceof Error && 'code' in error;
}
