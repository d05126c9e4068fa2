/** How a clock face writes time. */

/** `12:05`, `1:02:03`, and tenths (`8.4`) under ten seconds. Rounded so that 0 means no time left. */
export function formatClock(ms: number): string {
	const left = Math.max(0, ms);
	if (left > 0 && left < 10_000) return (Math.ceil(left / 100) / 10).toFixed(1);
	const total = Math.ceil(left / 1000);
	const hours = Math.floor(total / 3600);
	const minutes = Math.floor((total % 3600) / 60);
	const seconds = String(total % 60).padStart(2, '0');
	return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}
