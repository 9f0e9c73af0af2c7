import type { Services } from '../runtime/services.ts';
import type { Call } from './transport.ts';

const SERVICES = ['system', 'auth', 'task', 'file', 'pms'];

/**
 * Whether a browser would read the path as leading up: it takes `%2e` for a dot and a backslash for a slash, and leaves
 * tabs and line ends out before it reads. None of these has a place in an address of this system.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const leaves = (path: string): boolean => /[\u0000-\u001f\u007f\\]/.test(path) || path.split(/[/?#]/).some((part) => /^(?:\.|%2e){2}$/i.test(part)) || /%2f|%5c/i.test(path.split(/[?#]/)[0]);

/**
 * A request that a document asks for (RD-001…003): POST sends the parameters in the body, GET as query. The address
 * may be written with or without the base path and the service; the system service is meant when none is named (RQ-009).
 * Throws TypeError when the address would leave the own base path.
 */
export function documentCall(base: string, { url, method, params }: Parameters<Services['request']>[0]): Call {
  const own = url.startsWith(`${base}/`) ? url.slice(base.length) : url;
  if (/^[a-z][a-z\d+.-]*:/i.test(own) || /^[/\\]{2}/.test(own) || leaves(own)) {
    throw new TypeError(`request address "${url}" is not a path of this system`);
  }
  const path = own.startsWith('/') ? own : `/${own}`;
  const isNamed = SERVICES.includes(path.split('/')[1]);
  const call = { method, path: isNamed ? path : `/system${path}` };
  return method === 'POST' ? { ...call, body: params } : { ...call, query: params };
}
