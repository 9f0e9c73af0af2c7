import { EVERYBODY, type FormRight } from '../../rules/formRights.ts';
import type { Services } from '../../runtime/services/services.ts';
import { readRoleGrid } from '../scopes/roleGrid.ts';

/** The rights to open the list, to add records and to maintain one's own records. */
const OWN_RECORD_RIGHTS: readonly FormRight[] = ['see', 'create', 'editOwn', 'delete', 'export', 'print'];

/**
 * Grants roles (null: all signed-in users) the rights to open a form's list, to add records and to maintain their own
 * records. Existing rights are kept.
 */
export async function grantFormRights(
  services: Services,
  formKey: string,
  roles: readonly string[] | null,
): Promise<void> {
  for (const roleCode of roles ?? [EVERYBODY]) {
    const grid = await readRoleGrid(services, roleCode);
    const rights = grid.forms.find((form) => form.formKey === formKey)?.rights ?? [];
    if (OWN_RECORD_RIGHTS.every((right) => rights.includes(right))) continue;
    await services.request({
      url: '/system/sys/role/saveGrid',
      method: 'POST',
      params: {
        code: roleCode,
        revision: grid.revision,
        forms: [{ formKey, rights: [...new Set([...rights, ...OWN_RECORD_RIGHTS])] }],
      },
    });
  }
}
