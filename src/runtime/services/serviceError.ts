import type { Problem } from '../../domain/problem/index.ts';

/** A refusal or a failure of a call, with the stable code of the envelope. Thrown by every service. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: string;
  readonly data: unknown;
  constructor(code: string, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
  /** Problems named by a refused save or publish. */
  get problems(): readonly Problem[] {
    const list = (this.data as { problems?: Problem[] } | null)?.problems;
    return Array.isArray(list) ? list : [];
  }
}

/** Nobody answered, or a proxy puts the request off: it was not judged, and may be later. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'NETWORK' || error.code === '429');
