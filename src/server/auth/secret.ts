import { hash, randomBytes } from 'node:crypto';

/** Returns a random secret of 256 bits: a token, or the secret part of a file's address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the hash of a token or captcha answer for the database. The secret cannot be computed from the hash. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'base64url');
