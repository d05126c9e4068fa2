/** Prettier formats the components, whose markup Biome does not wrap; Biome formats every other file. */
export default {
	plugins: ['prettier-plugin-svelte'],
	useTabs: true,
	tabWidth: 2,
	printWidth: 120,
	singleQuote: true,
};
