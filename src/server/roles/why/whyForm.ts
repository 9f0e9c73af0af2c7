import { FORM_RIGHT_NAMES, FORM_RIGHTS, type FormRight } from '../../../rules/formRights.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { reachOf, type Reach } from '../../records/index.ts';
import { formRights } from '../../rights/index.ts';
import type { Db } from '../../store/database.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { restrictableFields } from '../restrictableFields.ts';
import { EVERYBODY_ROLE, type HeldRole } from './heldRoles.ts';

/** A person's rights on a form, each with the roles or rules that grant it. */
export interface FormReasons {
  rights: { right: FormRight; name: string; isAllowed: boolean; because: string }[];
  /** The records that the person may read, and the reasons. */
  reach: { what: string; because: string }[];
  /** Fields that their roles may not see or not change. */
  fields: { label: string; rule: 'hidden' | 'locked' }[];
}

/** The reason for every right of an administrator. */
const ADMIN_REASON = '角色“系统管理员”不受限制';
/** The reason for a right on a form that the grid of form rights (`sys_form_grid`) does not cover. */
const NO_GRID_REASON = '表单尚未按角色授权，沿用表单自身的设置';
/** Returns the names of roles as text. */
const roleText = (roles: readonly HeldRole[]): string => roles.map(({ name }) => `角色“${name}”`).join('、');

/** Returns the same person with only this role; if the role is EVERYBODY_ROLE, without any role. */
const withRole = (user: RequestUser, { code }: HeldRole): RequestUser => ({
  ...user,
  roles: code === EVERYBODY_ROLE.code ? [] : [code],
});

/**
 * Explains the rights, the readable records and the restricted fields of a person in a published form. Calls the
 * functions that lists and saves use, for the person with all roles and with each single role. Refuses with 404 a form
 * that is not published.
 */
export async function whyForm(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, roles }: { formKey: string; roles: readonly HeldRole[] },
): Promise<FormReasons> {
  const { access } = (await loadForm(context, db, formKey)).form.definition;
  const isInGrid = await isInRightsGrid(db, formKey);
  const allRights = await formRights(db, user, formKey, access);
  const rightsByRole: { role: HeldRole; rights: ReadonlySet<FormRight> }[] = [];
  for (const role of [...roles, EVERYBODY_ROLE])
    rightsByRole.push({ role, rights: await formRights(db, withRole(user, role), formKey, access) });
  return {
    rights: FORM_RIGHTS.map((right) => ({
      right,
      name: FORM_RIGHT_NAMES[right],
      isAllowed: allRights.has(right),
      because: reasonText(user, isInGrid, allRights.has(right), () =>
        roleText(rightsByRole.filter(({ rights }) => rights.has(right)).map(({ role }) => role)),
      ),
    })),
    reach: await whyReach(db, user, {
      formKey,
      roles,
      isKeeper: allRights.has('editAll'),
      maySee: allRights.has('see'),
    }),
    fields: await restrictedFields(context, db, user, formKey),
  };
}

/** Returns why a person has a right or lacks it. */
function reasonText(user: RequestUser, isInGrid: boolean, isAllowed: boolean, rolesText: () => string): string {
  if (isAdmin(user)) return ADMIN_REASON;
  if (!isInGrid) return NO_GRID_REASON;
  return isAllowed ? rolesText() : '没有角色给出此权限';
}

/** Checks whether the rights on the form are stored by role, that is, whether `sys_form_grid` contains the form. */
async function isInRightsGrid(db: Db, formKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('sys_form_grid')
    .select('form_key')
    .where('form_key', '=', formKey)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the records that this person may read, and the roles or positions that give access; uses the same functions
 * as lists.
 */
async function whyReach(
  db: Db,
  user: RequestUser,
  {
    formKey,
    roles,
    isKeeper,
    maySee,
  }: { formKey: string; roles: readonly HeldRole[]; isKeeper: boolean; maySee: boolean },
): Promise<FormReasons['reach']> {
  if (isAdmin(user)) return [{ what: '全部记录', because: ADMIN_REASON }];
  const ownRecords = { what: '本人创建的、经手的和抄送给本人的记录', because: '人人都有' };
  if (!maySee) return [ownRecords];
  const reachWith = (subject: RequestUser, isWholeUnit: boolean): Promise<Reach> =>
    reachOf(db, subject, formKey, isWholeUnit, createFreshFactReader());
  const reachWithoutRoles = await reachWith({ ...user, roles: [] }, false);
  const lines: { orgIds: readonly string[]; isAll: boolean; because: string }[] = [
    { orgIds: reachWithoutRoles.ledDepts, isAll: false, because: '担任负责人，含下级部门' },
  ];
  for (const role of roles) {
    const { isAll, units, depts } = await reachWith(withRole(user, role), false);
    const addedOrgIds = [...units, ...depts.filter((id) => !reachWithoutRoles.depts.includes(id))];
    lines.push({ orgIds: addedOrgIds, isAll, because: `${roleText([role])}的数据权限` });
  }
  if (isKeeper)
    lines.push({
      orgIds: (await reachWith({ ...user, roles: [] }, true)).units,
      isAll: false,
      because: '权限“改全部”，本单位的记录',
    });
  const names = await orgNames(
    db,
    lines.flatMap(({ orgIds }) => orgIds),
  );
  const shownLines = lines
    .filter(({ orgIds, isAll }) => isAll || orgIds.length > 0)
    .map(({ orgIds, isAll, because: reason }) => ({
      what: isAll ? '全部记录' : orgIds.map((id) => names.get(id) ?? id).join('、'),
      because: reason,
    }));
  return [ownRecords, ...shownLines];
}

/** Returns the names of units and departments by id. */
export async function orgNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sys_org')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the fields that the person's roles may not see or not change. */
async function restrictedFields(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
): Promise<FormReasons['fields']> {
  const rules = user.fieldRules[formKey];
  if (!rules) return [];
  const formFields = await restrictableFields(context, db, formKey);
  const label = (key: string): string => {
    const field = formFields.find((formField) => formField.key === key);
    return field ? (field.table ? `${field.table} / ${field.label}` : field.label) : key;
  };
  return [
    ...rules.hidden.map((key) => ({ label: label(key), rule: 'hidden' as const })),
    ...rules.locked
      .filter((key) => !rules.hidden.includes(key))
      .map((key) => ({ label: label(key), rule: 'locked' as const })),
  ];
}
