import { isIP } from 'node:net';

/** Whether a host, as it stands in an address or alone, is this machine: what goes there crosses no network. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
