/** Puts text on the clipboard, also where the page is no secure context (plain HTTP on a local network). */
export async function copyText(text: string): Promise<boolean> {
	try {
		if (navigator.clipboard) {
			await navigator.clipboard.writeText(text);
			return true;
		}
	} catch {
		// Not allowed: the old way may still be.
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
