/** Made by `vite/nets.ts` of the files in `nets/`. */
declare module 'virtual:nets' {
	const files: Partial<Record<import('../games/variant').VariantId, import('./netFile').NetFile>>;
	export default files;
}
