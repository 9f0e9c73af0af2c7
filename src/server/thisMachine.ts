import { isIP } from 'node:net';

/** Returns true if a host (a name, an IP address, or the host of a URL) is this machine: connections stay inside it. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
