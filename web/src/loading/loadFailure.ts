/** Error text of a page or part that cannot be shown: failed download or program fault. */
import { m } from '../paraglide/messages';

/** Messages of browsers and Vite about failed downloads. */
const NOT_FETCHED =
	/dynamically imported module|importing a module script failed|unable to preload|failed to fetch|load failed|networkerror/i;

/** Matched by name: the classes are in lazy chunks and in folders above this one. */
const NOT_FETCHED_NAMES: readonly string[] = ['ApiFailure', 'NetworkError', 'RecordsLoadError'];

export function loadFailureText(error: unknown): string {
	const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
	if (name === 'RulesLoadError') return m.play_load_failed();
	if (NOT_FETCHED.test(message) || NOT_FETCHED_NAMES.includes(name)) return m.page_load_failed();
	return m.page_faulty({ error: [name, message].filter(Boolean).join(': ') });
}
