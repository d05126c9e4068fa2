import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';
import './styles/print.css';
import './looks/boards.css';
import { startLocale } from './i18n/locale.svelte';
import { watchInstall } from './loading/install.svelte';
import { offline } from './loading/offline/state.svelte';
import { painted } from './loading/scheduling';
import { startLooks } from './looks/apply.svelte';

const WITH_RULES = /^\/(play|view|analysis)(\/|$)/;

const target = document.getElementById('app');
if (target) {
	startLocale();
	startLooks();
	watchInstall();
	// First paint of the static shell first.
	void painted().then(() => {
		// The page requests the same module and reports the failure.
		if (WITH_RULES.test(location.pathname)) {
			void import('./rules/rules').then(({ loadRules }) => loadRules()).catch(() => {});
		}
		document.getElementById('static')?.remove();
		target.replaceChildren();
		mount(App, { target });
		offline.start();
	});
}
