/** Types of game records, from the records module. */
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

/** Maps the end of a game to the reasons records know: an aborted game was interrupted. */
export function recordEnd(end: RecordEnd): RecordEnd {
	return end.reason === 'aborted' || end.reason === 'not-begun' ? { ...end, reason: 'interrupted' } : end;
}
