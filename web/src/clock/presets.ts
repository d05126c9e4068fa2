export const BYOYOMI_PRESETS: readonly { mainMinutes: number; periodSeconds: number; periods: number }[] = [
	{ mainMinutes: 0, periodSeconds: 30, periods: 1 },
	{ mainMinutes: 3, periodSeconds: 10, periods: 1 },
	{ mainMinutes: 10, periodSeconds: 30, periods: 1 },
	{ mainMinutes: 10, periodSeconds: 30, periods: 3 },
	{ mainMinutes: 30, periodSeconds: 60, periods: 1 },
];
