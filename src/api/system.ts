import type { MenuItem } from '../grammar/documents.ts';
import type { DictionaryWithRevision } from '../runtime/services/services.ts';
import { optionOf, type DictItem, type Option } from '../kernel/index.ts';
import type { Paged, PageQuery } from '../runtime/services/paging.ts';
import type { OrgNode, UserRow } from '../runtime/services/people.ts';
import type { Http } from './http/client.ts';
import { pageFromWire, type WirePage } from './http/paged.ts';

export interface PasswordForm {
  oldPassword: string;
  password: string;
  confirmPassword: string;
}

/** Creates the system service's calls except forms and records (CL-007, CL-013, CL-033, CL-046; EN-005, EN-018). */
export const createSystemCalls = (http: Http) => ({
  menus: (): Promise<MenuItem[]> => http.send({ method: 'GET', path: '/system/sys/menu/getCurrentUserMenus' }),
  async dictionary(typeCode: string, withRetired = false): Promise<Option[]> {
    const items = await http.send<DictItem[]>({
      method: 'GET',
      path: `/system/sys/dictItem/getDictItem${withRetired ? 'All' : ''}ByTypeCode`,
      query: { typeCode },
    });
    return items.map(optionOf);
  },
  dictionaries: (): Promise<{ typeCode: string; typeName: string }[]> =>
    http.send({ method: 'GET', path: '/system/sys/dictType/buildDictTypeTree' }),
  dictionaryWithRevision: (typeCode: string): Promise<DictionaryWithRevision> =>
    http.send({ method: 'GET', path: '/system/sys/dictType/getById', query: { id: typeCode } }),
  saveDictionary: (dictionary: DictionaryWithRevision): Promise<void> =>
    http.send({ method: 'POST', path: '/system/sys/dictType/saveOrUpdate', body: dictionary }),
  async searchUsers(name: string, page: PageQuery, orgId?: string, id?: string): Promise<Paged<UserRow>> {
    return pageFromWire(
      await http.send<WirePage<UserRow>>({
        method: 'POST',
        path: '/system/sys/user/likeName',
        body: { name, page, ...(orgId ? { orgId } : {}), ...(id ? { id } : {}) },
      }),
    );
  },
  usersByIds: (ids: string[]): Promise<UserRow[]> =>
    http.send({ method: 'POST', path: '/system/sys/user/listByIds', body: { ids } }),
  changePassword: (form: PasswordForm): Promise<void> =>
    http.send({ method: 'POST', path: '/system/sys/user/updatePwd', body: form }),
  orgTree: (): Promise<OrgNode[]> => http.send({ method: 'GET', path: '/system/sys/org/getCompanyTree' }),
  companies: (): Promise<OrgNode[]> => http.send({ method: 'GET', path: '/system/sys/org/getCompany' }),
  countMyTodo: (): Promise<number> =>
    http.send({ method: 'GET', path: '/system/flow/task/countMyTodo', isQuiet: true }),
});
