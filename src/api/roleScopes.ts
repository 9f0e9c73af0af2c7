import type { RoleScopes, RoleScopeService } from '../runtime/services/roleScopes.ts';
import type { Http } from './http/client.ts';

const BASE = '/system/sys/roleScope';

/** Creates the calls for the data permissions of roles. */
export const createRoleScopeCalls = (http: Http): RoleScopeService => ({
  list: () => http.send<RoleScopes>({ method: 'GET', path: `${BASE}/list` }),
  save: ({ code, scope, deptIds, forms, before }) =>
    http.send({ method: 'POST', path: `${BASE}/save`, body: { code, scope, deptIds, forms, before } }),
});
