/** HTTP requests to the server. Every failure is an `ApiFailure` with a stable code. */
import type { ApiError, ErrorCode } from '../protocol';

/** `unreachable`: no response. `unexpected`: a response that is not the server's. */
export type FailureCode = ErrorCode | 'unreachable' | 'unexpected';

export class ApiFailure extends Error {
	override readonly name = 'ApiFailure';

	constructor(
		readonly code: FailureCode,
		message: string,
		readonly field?: string,
		readonly offset?: number,
		/** Retry-after time. */
		readonly waitMs?: number,
	) {
		super(message);
	}
}

interface Parts {
	query?: object;
	headers?: object;
	body?: object;
}

export async function ask<T>(method: string, path: string, { query, headers, body }: Parts = {}): Promise<T> {
	let response: Response;
	try {
		response = await fetch(query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path, {
			method,
			credentials: 'same-origin',
			headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
			body: body ? JSON.stringify(body) : null,
		});
	} catch (error) {
		throw new ApiFailure('unreachable', String(error));
	}
	if (response.status === 204) return undefined as T;
	let answer: unknown;
	try {
		answer = await response.json();
	} catch {
		throw new ApiFailure('unexpected', `status ${response.status}, no JSON`);
	}
	if (response.ok) return answer as T;
	const error = answer as Partial<ApiError>;
	if (typeof error.code !== 'string') throw new ApiFailure('unexpected', `status ${response.status}`);
	throw new ApiFailure(error.code, error.message ?? '', error.field, error.offset, error.retry_after_ms);
}
