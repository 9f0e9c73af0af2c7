import type { ErrorCode } from './errors.ts';

/** Path into a document or a record: array of keys and indexes, never a dotted string. */
export type Path = readonly (string | number)[];

/** What is wrong and exactly where. `message` is ready for people (Chinese); `params` are what it was made of. */
export interface Problem {
  code: ErrorCode;
  path: Path;
  message: string;
  params: Readonly<Record<string, unknown>>;
  /** An error forbids publishing or saving; a warning is reported only; an info says how something was taken over. */
  level: 'error' | 'warning' | 'info';
}

/** Expected failure is a value. A success may still carry warnings. */
export type Result<T> =
  | { ok: true; value: T; problems: readonly Problem[] }
  | { ok: false; problems: readonly Problem[] };
