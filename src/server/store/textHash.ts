import { createHash } from 'node:crypto';

/** Returns a hash of a text, 22 characters long. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
