/** Preview positions: most kinds, some promoted, some in hand. */
import type { Side, VariantId } from '../rules/variant';

export const PREVIEWS: Record<VariantId, string> = {
	shogi: 'ln1g3nl/1r3+Bgk1/p1ppppspp/1p7/9/2P6/PPSPPPP1P/3G+b2R1/LN2KGSNL b Pp 1',
	minishogi: 'r3k/1s1gp/2+P2/2G1S/K2+BR b b 1',
	torishogi: 'r1ckf1l/3p3/ss1s1ss/4s2/SSS1SSS/1PF2+s1/L1CKC1R b Sp 1',
	shogun: 'r1b1k2r/ppp2p1p/2n2+P2/3p1n2/1f1P4/2N2B2/PPP2PPP/R2+FK1+R1[Pp] w - - 0 1',
};

export interface Preview {
	board: string;
	hands: Record<Side, { letter: string; count: number }[]>;
}

export function previewOf(game: VariantId): Preview {
	const [board = '', , hand = ''] = PREVIEWS[game].replace('[', ' - ').replace(']', '').split(' ');
	const hands: Preview['hands'] = { first: [], second: [] };
	for (const [, count, letter = ''] of hand.matchAll(/(\d*)([A-Za-z])/g)) {
		const side: Side = letter === letter.toUpperCase() ? 'first' : 'second';
		hands[side].push({ letter: letter.toUpperCase(), count: Number(count || 1) });
	}
	return { board, hands };
}
