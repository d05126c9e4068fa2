/** Filter of My games, kept while another page is shown. */
import { isVariantId } from '../rules/variant';
import { type GameFilter, NO_FILTER } from './filter';

class ListFilter {
	filter: GameFilter = $state({ ...NO_FILTER });
	position = $state('');

	clear(): void {
		this.filter = { ...NO_FILTER };
		this.position = '';
	}

	get isSet(): boolean {
		return this.position.trim() !== '' || Object.values(this.filter).some((value) => value !== '');
	}

	get address(): string {
		return this.position.trim() === '' ? '/games' : gamesWithAddress(this.filter.game, this.position);
	}

	/** Reads a query string: `?game=shogi&position=…`. */
	readAddress(search: string): void {
		const asked = new URLSearchParams(search);
		const [game, position] = [asked.get('game') ?? '', asked.get('position')];
		if (position === null && game === '') return;
		this.clear();
		this.position = position ?? '';
		if (isVariantId(game)) this.filter.game = game;
	}
}

export const listFilter = new ListFilter();

export function gamesWithAddress(game: string, position: string): string {
	return `/games?${new URLSearchParams({ game, position })}`;
}
