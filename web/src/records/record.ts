/** A game record as the page holds it: the types of the records module. */
import type { RecordEnd } from '../wasm/records/records';

export type {
	ProblemCode,
	ReadRecord,
	RecordEncoding,
	RecordEnd,
	RecordedGame,
	RecordFormat,
	RecordNode,
	RecordProblem,
	RecordShape,
} from '../wasm/records/records';

/** The end of a game as records name it: what was aborted was interrupted. */
export function recordEnd(end: RecordEnd): RecordEnd {
	return end.reason === 'aborted' || end.reason === 'not-begun' ? { ...end, reason: 'interrupted' } : end;
}
