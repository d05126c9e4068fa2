/** A game record as the page holds it: the types of the records module. */
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
