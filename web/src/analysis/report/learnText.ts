/** Question and feedback of a task. */
import { sideName } from '../../games/names';
import { m } from '../../paraglide/messages';
import type { Analysis } from '../analysis.svelte';
import { winText } from '../values';
import type { Learning } from './learning.svelte';

const win = (share: number) => winText(Math.round(share * 1000));

export function learnText(learning: Learning, { game, handicap }: Pick<Analysis, 'game' | 'handicap'>): string {
	const { task } = learning;
	if (!task) return m.learn_mistakes_end({ solved: learning.solved, total: learning.tasks.length });
	switch (learning.phase) {
		case 'task':
			return m.learn_mistakes_task({ side: sideName(game, learning.side, handicap) });
		case 'checking':
			return m.learn_mistakes_checking();
		case 'same':
			return m.learn_mistakes_same();
		case 'wrong':
			return m.learn_mistakes_wrong({ win: win(learning.win), best: win(task.before) });
		case 'right':
			return m.learn_mistakes_right({ win: win(learning.win) });
		case 'shown':
			return m.learn_mistakes_shown();
		case 'failed':
			return m.play_engine_failed();
	}
}
