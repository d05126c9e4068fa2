/** QR code as an SVG path of unit squares; `null` when the text is too long. */
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

export interface QrPath {
	path: string;
	size: number;
}

/** Light units around the code, as ISO/IEC 18004 requires. */
export const QUIET_ZONE = 4;

export function qrPath(text: string): QrPath | null {
	try {
		const code = generate(text);
		return { path: toSvgPath(code), size: code.size };
	} catch {
		return null;
	}
}
