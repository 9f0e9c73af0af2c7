import type { Holder } from './lockFolder.ts';

/**
 * A message from the database process to the server. `held`: another process (`holder`) uses the data folder. `code`
 * and `path`: only for errors of the operating system.
 */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'held'; holder: Holder }
  | { type: 'failed'; reason: string; code?: string; path?: string };
/** A message from the server to the database process: shut down. */
export type ParentMessage = { type: 'stop' };

/** The file name that a PostgreSQL client expects in a socket folder. */
export const SOCKET_NAME = '.s.PGSQL.5432';
