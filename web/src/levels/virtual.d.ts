/** Built by `vite/levels.ts` from the engine module. */
declare module 'virtual:levels' {
	const table: Record<import('../rules/variant').VariantId, import('../wasm/engine/engine').LevelInfo[]>;
	export default table;
}
