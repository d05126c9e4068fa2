/** Copies text to the clipboard, also in insecure contexts (plain HTTP on a local network). */
export async function copyText(text: string): Promise<boolean> {
	try {
		if (navigator.clipboard) {
			await navigator.clipboard.writeText(text);
			return true;
		}
	} catch {
		// Permission denied: fall back to `execCommand`.
	}
	const field = document.createElement('textarea');
	field.value = text;
	field.setAttribute('readonly', '');
	field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
	(document.querySelector('dialog[open]') ?? document.body).append(field);
	field.select();
	const done = document.execCommand('copy');
	field.remove();
	return done;
}
