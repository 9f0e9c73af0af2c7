import { EVERYBODY, type FormRight } from '../../rules/formRights.ts';
import type { Services } from '../../runtime/services/services.ts';
import { readRoleGrid } from '../scopes/roleGrid.ts';

/** What somebody needs who opens the list and adds records of their own. */
const OWN: readonly FormRight[] = ['see', 'create', 'editOwn', 'delete', 'export', 'print'];

/** Lets roles (none: everybody who is signed in) open a form's list and add records of their own; rights they have stay. */
export async function grantForm(services: Services, formKey: string, roles: readonly string[] | null): Promise<void> {
  for (const code of roles ?? [EVERYBODY]) {
    const grid = await readRoleGrid(services, code);
    const known = grid.forms.find((form) => form.formKey === formKey)?.rights ?? [];
    if (OWN.every((right) => known.includes(right))) continue;
    await services.request({
      url: '/system/sys/role/saveGrid',
      method: 'POST',
      params: { code, revision: grid.revision, forms: [{ formKey, rights: [...new Set([...known, ...OWN])] }] },
    });
  }
}
