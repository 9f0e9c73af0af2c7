import type { Holder } from './lock.ts';

/** From the database process to the server. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'held'; holder: Holder }
  | { type: 'failed'; reason: string; /** Of the system's own errors. */ code?: string; path?: string };
/** From the server to the database process: end in good order. */
export type ParentMessage = { type: 'stop' };

/** The file name a PostgreSQL client looks for in a socket folder. */
export const SOCKET_NAME = '.s.PGSQL.5432';
