/** Components that follow the player's online games, in one chunk. */
export { default as Bell } from './Bell.svelte';
export { default as Live } from './Live.svelte';
