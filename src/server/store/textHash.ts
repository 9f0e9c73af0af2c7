import { createHash } from 'node:crypto';

/** Tells a text from any other: 22 characters. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
