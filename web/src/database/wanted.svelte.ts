/** What is looked for in My games: kept while the page is elsewhere, so that going back shows the same games. */
import { isVariantId } from '../games/variant';
import { type GameFilter, NO_FILTER } from './filter';

class Wanted {
	filter: GameFilter = $state({ ...NO_FILTER });
	/** The position that the games have, as it was typed. */
	position = $state('');

	clear(): void {
		this.filter = { ...NO_FILTER };
		this.position = '';
	}

	get isSet(): boolean {
		return this.position.trim() !== '' || Object.values(this.filter).some((value) => value !== '');
	}

	/** The address of the page that looks for the same position. */
	get address(): string {
		return this.position.trim() === '' ? '/games' : gamesWithAddress(this.filter.game, this.position);
	}

	/** What an address asks for: `?game=shogi&position=…`. */
	readAddress(search: string): void {
		const asked = new URLSearchParams(search);
		const [game, position] = [asked.get('game') ?? '', asked.get('position')];
		if (position === null && game === '') return;
		this.clear();
		this.position = position ?? '';
		if (isVariantId(game)) this.filter.game = game;
	}
}

export const wanted = new Wanted();

/** The address of the games with a position. */
export function gamesWithAddress(game: string, position: string): string {
	return `/games?${new URLSearchParams({ game, position })}`;
}
