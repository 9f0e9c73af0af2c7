import type { FlowAdminService, FlowInstance } from '../runtime/services/flowAdmin.ts';
import type { Http } from './http/client.ts';
import { pageFromWire, type WirePage } from './http/paged.ts';

/** Creates the calls for the administration of running processes. */
export const createFlowAdminCalls = (http: Http): FlowAdminService => {
  const base = '/task/flow/admin';
  const post = <T>(call: string, body: object): Promise<T> =>
    http.send({ method: 'POST', path: `${base}/${call}`, body });
  return {
    instances: async (query) => pageFromWire(await post<WirePage<FlowInstance>>('instances', query)),
    versions: () => http.send({ method: 'GET', path: `${base}/versions` }),
    countHeldBy: (userId) => http.send({ method: 'GET', path: `${base}/heldBy`, query: { userId } }),
    suspend: (instanceIds, reason) => post('suspend', { instanceIds, reason }),
    resume: (instanceIds, reason) => post('resume', { instanceIds, reason }),
    retry: (instanceIds, reason) => post('retry', { instanceIds, reason }),
    assign: (instanceIds, userIds, reason) => post('assign', { instanceIds, userIds, reason }),
    reassign: (from, to, reason) => post('reassign', { from, to, reason }),
    move: (move) => post('move', move),
  };
};
