/**
 * Notices of the operating system while the page is in the background (Notifications API); none after the page is
 * closed.
 */
import type { NoticeOpened } from '../loading/offline/list';

export interface SystemNotice {
	title: string;
	body: string;
	/** A notice replaces the earlier one of its tag. */
	tag: string;
	path: string;
}

const ICON = '/icons/icon-192.png';

type Permission = NotificationPermission | 'impossible';

/** Unavailable over plain HTTP and, on some phones, unless the page is installed. */
function permissionNow(): Permission {
	if (!globalThis.isSecureContext || !('Notification' in globalThis)) return 'impossible';
	return Notification.permission;
}

class SystemNotices {
	permission: Permission = $state(permissionNow());

	/** Needs a user gesture. */
	async ask(): Promise<void> {
		await Notification.requestPermission();
		this.permission = permissionNow();
	}

	async show(notice: SystemNotice, open: (path: string) => void): Promise<void> {
		if (permissionNow() !== 'granted') return;
		const { title, body, tag, path } = notice;
		const shown = { body, tag, icon: ICON, data: path };
		try {
			// Phones allow notices from a service worker only.
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

	/** Listens for clicks on notices of the service worker. Returns the unsubscribe function. */
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
