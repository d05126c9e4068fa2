/** Why a page or a part of it could not be shown, in words: something was not fetched, or there is a fault in it. */
import { m } from '../paraglide/messages';
import { RulesLoadError } from '../rules/rules';

/** What browsers and Vite say of a script, a style sheet or an answer that could not be fetched. */
const NOT_FETCHED =
	/dynamically imported module|importing a module script failed|unable to preload|failed to fetch|load failed|networkerror/i;

/** By name: the classes belong to parts that are loaded later. */
const NOT_FETCHED_NAMES: readonly string[] = ['ApiFailure', 'NetworkError', 'RecordsLoadError'];

export function loadFailureText(error: unknown): string {
	if (error instanceof RulesLoadError) return m.play_load_failed();
	const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
	if (NOT_FETCHED.test(message) || NOT_FETCHED_NAMES.includes(name)) return m.page_load_failed();
	return m.page_faulty({ error: [name, message].filter(Boolean).join(': ') });
}
