/** Loads one of the files of an `import.meta.glob`. */
export async function bundled<T>(files: Record<string, () => Promise<T>>, path: string): Promise<T> {
	const load = files[path];
	if (!load) throw new Error(`there is no ${path}`);
	return load();
}
