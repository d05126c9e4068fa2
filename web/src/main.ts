import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';
import './looks/boards.css';
import { startLocale } from './i18n/locale.svelte';
import { startLooks } from './looks/apply.svelte';
import { watchInstall } from './offline/install.svelte';
import { offline } from './offline/state.svelte';
import { painted } from './parts/painted';

const target = document.getElementById('app');
if (target) {
	startLocale();
	startLooks();
	watchInstall();
	// What stands in the page without a script is seen first; presses are answered before the page is built.
	void painted().then(() => {
		// What was there for readers without a script.
		document.getElementById('static')?.remove();
		target.replaceChildren();
		mount(App, { target });
		offline.start();
	});
}
