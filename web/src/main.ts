import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';
import { startLocale } from './i18n/locale.svelte';
import { startTheme } from './settings/theme';

const target = document.getElementById('app');
if (target) {
	startLocale();
	startTheme();
	mount(App, { target });
}
