import { hash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits: a token, or the secret part of a file's address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a token or captcha answer that the database stores: the secret cannot be computed from it. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'base64url');
