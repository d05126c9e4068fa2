import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';
import './looks/boards.css';
import { startLocale } from './i18n/locale.svelte';
import { startLooks } from './looks/apply.svelte';
import { watchInstall } from './offline/install.svelte';
import { offline } from './offline/state.svelte';

const target = document.getElementById('app');
if (target) {
	startLocale();
	startLooks();
	watchInstall();
	// What was there for readers without a script.
	document.getElementById('static')?.remove();
	mount(App, { target });
	offline.start();
}
