import type { Problem } from '../../domain/problem/index.ts';

/**
 * Error of a refused or failed call, thrown by every service. `code`: the code in the envelope of the answer; 'NETWORK'
 * without an answer.
 */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: string;
  readonly data: unknown;
  constructor(code: string, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
  /** Returns the problems listed in the answer to a refused save or publish. */
  get problems(): readonly Problem[] {
    const list = (this.data as { problems?: Problem[] } | null)?.problems;
    return Array.isArray(list) ? list : [];
  }
}

/** Returns true if the server did not answer or a rate limit (429) refused the request: it may succeed later. */
export const maySucceedLater = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'NETWORK' || error.code === '429');
