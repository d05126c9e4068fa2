/** What could not be loaded, in words: the rules module, or a part of the page itself. */
import { m } from '../paraglide/messages';
import { RulesLoadError } from '../rules/rules';

export function loadFailureText(error: unknown): string {
	return error instanceof RulesLoadError ? m.play_load_failed() : m.page_load_failed();
}
