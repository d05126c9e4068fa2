import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';
import { startLocale } from './i18n/locale.svelte';
import { watchInstall } from './offline/install.svelte';
import { offline } from './offline/state.svelte';
import { startTheme } from './settings/theme';

const target = document.getElementById('app');
if (target) {
	startLocale();
	startTheme();
	watchInstall();
	mount(App, { target });
	offline.start();
}
