import type { RoleFormLine } from '../../rules/roleFields.ts';
import type { Services } from '../../runtime/services/services.ts';

/** What a role may do in each published form. */
export interface RoleGrid {
  /** To be sent back when the grid is saved; refused if somebody else has saved meanwhile. */
  revision: string;
  forms: readonly Omit<RoleFormLine, 'role'>[];
}

/** Reads the rights of a role (`*`: everybody). Throws ServiceError. */
export const readRoleGrid = (services: Services, code: string): Promise<RoleGrid> =>
  services.request({ url: '/system/sys/role/grid', method: 'GET', params: { code } }) as Promise<RoleGrid>;
