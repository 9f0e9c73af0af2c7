import type { ErrorCode } from './errors.ts';

/** Path into a document or a record: array of keys and indexes, never a dotted string. */
export type Path = readonly (string | number)[];

/**
 * An error, warning or note with its exact location. `message` is the Chinese text for people, filled from `params`.
 */
export interface Problem {
  code: ErrorCode;
  path: Path;
  message: string;
  params: Readonly<Record<string, unknown>>;
  /**
   * An error prevents publishing or saving; a warning is only reported; an info describes how something was converted.
   */
  level: 'error' | 'warning' | 'info';
}

/** The result of an operation that can fail in an expected way. A success may carry warnings. */
export type Result<T> =
  | { ok: true; value: T; problems: readonly Problem[] }
  | { ok: false; problems: readonly Problem[] };
