/**
 * Notices of the operating system while the page is in the background (Notifications API). They come from this page:
 * once it is closed there are none.
 */

/** What is shown, and the page it leads to. */
export interface SystemNotice {
	title: string;
	body: string;
	/** A later notice of the same tag replaces the earlier one. */
	tag: string;
	path: string;
}

/** What a click on a notice tells the page (`offline/sw.ts`). */
export interface NoticeOpened {
	openNotice: string;
}

const ICON = '/icons/icon-192.png';

type Permission = NotificationPermission | 'impossible';

/** Plain HTTP has none, and neither have browsers on some phones unless the page is installed. */
function permissionNow(): Permission {
	if (!globalThis.isSecureContext || !('Notification' in globalThis)) return 'impossible';
	return Notification.permission;
}

class SystemNotices {
	permission: Permission = $state(permissionNow());

	/** Asks for permission; to be called by a press. */
	async ask(): Promise<void> {
		await Notification.requestPermission();
		this.permission = permissionNow();
	}

	/** Shows a notice where that is permitted. */
	async show(notice: SystemNotice, open: (path: string) => void): Promise<void> {
		if (permissionNow() !== 'granted') return;
		const { title, body, tag, path } = notice;
		const shown = { body, tag, icon: ICON, data: path };
		try {
			// On phones only a service worker may show one.
			const registration = await navigator.serviceWorker?.getRegistration();
			if (registration?.active) {
				await registration.showNotification(title, shown);
				return;
			}
			const made = new Notification(title, shown);
			made.onclick = () => {
				made.close();
				window.focus();
				open(path);
			};
		} catch (error) {
			console.info('no notice could be shown:', error);
		}
	}

	/** Listens for clicks on notices that the service worker has shown. Returns the way to stop. */
	watch(open: (path: string) => void): () => void {
		const worker = navigator.serviceWorker;
		const opened = ({ data }: MessageEvent<Partial<NoticeOpened> | null>) => {
			const path = data?.openNotice;
			if (typeof path === 'string' && path.startsWith('/g/')) open(path);
		};
		worker?.addEventListener('message', opened);
		return () => worker?.removeEventListener('message', opened);
	}
}

export const systemNotices = new SystemNotices();
