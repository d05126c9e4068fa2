/** The browser's own offer to install the page as an app, kept until somebody wants it. */

interface InstallOffer extends Event {
	prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = $state.raw(null);

export function canInstall(): boolean {
	return offer !== null;
}

export async function install(): Promise<void> {
	const made = offer;
	offer = null;
	await made?.prompt();
}

export function watchInstall(): void {
	addEventListener('beforeinstallprompt', (event) => {
		// The browser would ask at a moment of its own choosing, over a game perhaps.
		event.preventDefault();
		offer = event as InstallOffer;
	});
	addEventListener('appinstalled', () => {
		offer = null;
	});
}
