/** What a role may be given for the records of a form, in the order people read them. */
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

/** The role that everybody who is signed in holds. */
export const EVERYBODY = '*';

/** What `access` of a form means in the grid: rights by role, filled in at the first publication. `isUnitRead`: everybody of the unit reads it. */
export function rightsOfAccess(
  access: { keeperRoles?: readonly string[]; createRoles?: readonly string[] } | undefined,
  isUnitRead = false,
): Map<string, FormRight[]> {
  const rights = new Map<string, FormRight[]>();
  if (isUnitRead) rights.set(EVERYBODY, ['see']);
  for (const role of access?.createRoles ?? [])
    rights.set(role, ['see', 'create', 'editOwn', 'delete', 'export', 'print']);
  for (const role of access?.keeperRoles ?? []) rights.set(role, [...FORM_RIGHTS]);
  return rights;
}
