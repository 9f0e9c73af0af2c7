import type { FormAccess } from './keepers.ts';

/** Rights that a role may have on the records of a form, in display order. */
export const FORM_RIGHTS = ['see', 'create', 'editOwn', 'editAll', 'delete', 'import', 'export', 'print'] as const;
export type FormRight = (typeof FORM_RIGHTS)[number];

export const FORM_RIGHT_NAMES: Readonly<Record<FormRight, string>> = {
  see: '查看',
  create: '新增',
  editOwn: '改本人',
  editAll: '改全部',
  delete: '删除',
  import: '导入',
  export: '导出',
  print: '打印',
};

/** Code that stands for every signed-in person, in place of a role. */
export const EVERYBODY = '*';

/**
 * Converts the `access` of a form to rights by role; these are the initial rights at the first publication.
 * `isReadableByUnit`: everybody in the unit may read the records.
 */
export function rightsOfAccess(
  access: Pick<FormAccess, 'keeperRoles' | 'createRoles' | 'readRoles'> | undefined,
  isReadableByUnit = false,
): Map<string, FormRight[]> {
  const rights = new Map<string, FormRight[]>();
  if (isReadableByUnit) rights.set(EVERYBODY, ['see']);
  for (const role of access?.readRoles ?? []) rights.set(role, ['see', 'export', 'print']);
  for (const role of access?.createRoles ?? [])
    rights.set(role, ['see', 'create', 'editOwn', 'delete', 'export', 'print']);
  for (const role of access?.keeperRoles ?? []) rights.set(role, [...FORM_RIGHTS]);
  return rights;
}
