/** Start boards for pictures drawn before the rules module is loaded; games start from the module. */
import type { VariantId } from '../rules/variant';

export const START_BOARDS: Record<VariantId, string> = {
	shogi: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL',
	minishogi: 'rbsgk/4p/5/P4/KGSBR',
	torishogi: 'rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR',
	shogun: 'rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR',
};
