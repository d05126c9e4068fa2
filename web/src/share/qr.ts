/** A text as a QR code: the path of its dark squares, one unit each, or nothing when the text is too long. */
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

export interface QrPath {
	path: string;
	/** Units across, without the margin. */
	size: number;
}

/** Light squares around it, as the standard wants. */
export const QUIET_ZONE = 4;

export function qrPath(text: string): QrPath | null {
	try {
		const code = generate(text);
		return { path: toSvgPath(code), size: code.size };
	} catch {
		return null;
	}
}
