import type { Holder } from './lockFolder.ts';

/** A message from the database process to the server. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'held'; holder: Holder }
  | { type: 'failed'; reason: string; /** Only for errors of the system. */ code?: string; path?: string };
/** A message from the server to the database process: shut down. */
export type ParentMessage = { type: 'stop' };

/** The file name that a PostgreSQL client expects in a socket folder. */
export const SOCKET_NAME = '.s.PGSQL.5432';
