import { isInternalPath } from '../domain/internalPath.ts';
import type { Services } from '../runtime/services/services.ts';
import type { Call } from './http/transport.ts';

const SERVICES = ['system', 'auth', 'task', 'file', 'pms'];

/**
 * Converts a request configured in a document (RD-001…003) to a call: POST sends the parameters in the body, GET as
 * query. The address may begin with the base path, and may name the service; without a service, the system service is
 * called (RQ-009). Throws TypeError for an address that is not a path of this system.
 */
export function documentCall(basePath: string, { url, method, params }: Parameters<Services['request']>[0]): Call {
  const address = url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;
  if (!isInternalPath(address)) {
    throw new TypeError(`request address "${url}" is not a path of this system`);
  }
  const path = address.startsWith('/') ? address : `/${address}`;
  const hasService = SERVICES.includes(path.split('/')[1]);
  const call = { method, path: hasService ? path : `/system${path}` };
  return method === 'POST' ? { ...call, body: params } : { ...call, query: params };
}
