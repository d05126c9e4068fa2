/** What page and engine Worker say to each other. */
import type { GameId } from '../games/game';
import type { Level } from '../levels/levels';

export interface SearchRequest {
	game: GameId;
	position: string;
	moves: string[];
	rules: Record<string, string>;
	level: Level;
	seed: number;
	moveTimeMs?: number;
	nodes?: number;
	depth?: number;
}

export interface SearchResult {
	move: string | null;
	/** The side to move wins at once by declaring that its king has entered. */
	declares: boolean;
	score: number;
	depth: number;
	nodes: number;
}

export type ToWorker =
	| { kind: 'load'; module: WebAssembly.Module }
	| { kind: 'search'; id: number; request: SearchRequest };

export type FromWorker =
	| { kind: 'info'; id: number; info: unknown }
	| { kind: 'result'; id: number; result: SearchResult }
	| { kind: 'failed'; id: number; message: string };
