import type { RoleFormLine } from '../../rules/roleFields.ts';
import type { Services } from '../../runtime/services/services.ts';

/** The rights of a role in each published form. */
export interface RoleGrid {
  /** Sent with the save request, which is rejected if another person saved in the meantime. */
  revision: string;
  forms: readonly Omit<RoleFormLine, 'role'>[];
}

/** Reads the rights of a role (`*`: everybody). Throws ServiceError. */
export const readRoleGrid = (services: Services, code: string): Promise<RoleGrid> =>
  services.request({ url: '/system/sys/role/grid', method: 'GET', params: { code } }) as Promise<RoleGrid>;
