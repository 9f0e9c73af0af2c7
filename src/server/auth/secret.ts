import { hash, randomBytes } from 'node:crypto';

/** A token, or what opens a file by its address: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token or captcha answer: useless to who reads the table. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'base64url');
