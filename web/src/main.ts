import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';
import './styles/print.css';
import './looks/boards.css';
import { startLocale } from './i18n/locale.svelte';
import { startLooks } from './looks/apply.svelte';
import { watchInstall } from './offline/install.svelte';
import { offline } from './offline/state.svelte';
import { painted } from './parts/scheduling';

/** Pages that begin with a board: the rules are fetched while the page is being built. */
const WITH_RULES = /^\/(play|view|analysis)(\/|$)/;

const target = document.getElementById('app');
if (target) {
	startLocale();
	startLooks();
	watchInstall();
	// What stands in the page without a script is seen first; presses are answered before the page is built.
	void painted().then(() => {
		// A failure is reported by the page, which asks for the same.
		if (WITH_RULES.test(location.pathname)) {
			void import('./rules/rules').then(({ loadRules }) => loadRules()).catch(() => {});
		}
		// What was there for readers without a script.
		document.getElementById('static')?.remove();
		target.replaceChildren();
		mount(App, { target });
		offline.start();
	});
}
