/** What follows one's games on the server, fetched at once. */
export { default as Bell } from './Bell.svelte';
export { default as Live } from './Live.svelte';
