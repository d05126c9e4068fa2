/** The browser's install prompt, held back until the player asks for it. */

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
		// The browser would prompt at its own time, possibly during a game.
		event.preventDefault();
		offer = event as InstallOffer;
	});
	addEventListener('appinstalled', () => {
		offer = null;
	});
}
