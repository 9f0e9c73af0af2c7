import { randomBytes } from 'node:crypto';

/** Creates an id of 32 hex digits. It begins with the time, so that indexes grow at one end; 80 random bits follow. */
export function newId(now = Date.now()): string {
  return now.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
}
