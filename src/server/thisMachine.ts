import { isIP } from 'node:net';

/** Returns true if a host (of a URL, or on its own) is this machine, so that connections to it cross no network. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
