import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';
import './looks/boards.css';
import { startLocale } from './i18n/locale.svelte';
import { startLooks } from './looks/apply.svelte';
import { watchInstall } from './offline/install.svelte';
import { offline } from './offline/state.svelte';
import { nextTask } from './parts/painted';

const target = document.getElementById('app');
if (target) {
	startLocale();
	startLooks();
	watchInstall();
	// Presses of somebody who reads already are answered before the page is built.
	void nextTask().then(() => {
		// What was there for readers without a script.
		document.getElementById('static')?.remove();
		target.replaceChildren();
		mount(App, { target });
		offline.start();
	});
}
