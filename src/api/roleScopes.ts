import type { RoleScopes, RoleScopeService } from '../runtime/services/roleScopes.ts';
import type { Http } from './http/client.ts';

const base = '/system/sys/roleScope';

export const createRoleScopeCalls = (http: Http): RoleScopeService => ({
  list: () => http.send<RoleScopes>({ method: 'GET', path: `${base}/list` }),
  save: ({ code, scope, deptIds, forms, before }) =>
    http.send({ method: 'POST', path: `${base}/save`, body: { code, scope, deptIds, forms, before } }),
});
