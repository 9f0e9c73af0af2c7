import { FORM_RIGHT_NAMES, FORM_RIGHTS, type FormRight } from '../../../rules/formRights.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { reachOf, type Reach } from '../../records/index.ts';
import { formRights } from '../../rights/index.ts';
import type { Db } from '../../store/database.ts';
import { freshFacts } from '../../store/facts.ts';
import { formFields } from '../formFields.ts';
import { EVERYBODY_ROLE, type HeldRole } from './heldRoles.ts';

/** What a person may do in a form, each right with the roles or rules it comes from. */
export interface FormReasons {
  rights: { right: FormRight; name: string; isAllowed: boolean; because: string }[];
  /** How far they read, and what reaches so far. */
  reach: { what: string; because: string }[];
  /** Fields that their roles keep from them. */
  fields: { label: string; rule: 'hidden' | 'locked' }[];
}

const ADMIN = '角色“系统管理员”不受限制';
const BEFORE = '表单尚未按角色授权，沿用表单自身的设置';
const roleText = (roles: readonly HeldRole[]): string => roles.map(({ name }) => `角色“${name}”`).join('、');

/** The same person with one of their roles alone; with none for what everybody has. */
const withRole = (user: RequestUser, { code }: HeldRole): RequestUser => ({
  ...user,
  roles: code === EVERYBODY_ROLE.code ? [] : [code],
});

/**
 * Rights, reach and fields of a person in a published form. Asks the functions that lists and saves ask, for the person as
 * they are and with each role alone. Refuses with 404 a form that is not published.
 */
export async function whyForm(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, roles }: { formKey: string; roles: readonly HeldRole[] },
): Promise<FormReasons> {
  const { access } = (await loadForm(context, db, formKey)).form.definition;
  const isRuled = await isRuledByGrid(db, formKey);
  const all = await formRights(db, user, formKey, access);
  const single: { role: HeldRole; rights: ReadonlySet<FormRight> }[] = [];
  for (const role of [...roles, EVERYBODY_ROLE])
    single.push({ role, rights: await formRights(db, withRole(user, role), formKey, access) });
  return {
    rights: FORM_RIGHTS.map((right) => ({
      right,
      name: FORM_RIGHT_NAMES[right],
      isAllowed: all.has(right),
      because: because(user, isRuled, all.has(right), () =>
        roleText(single.filter(({ rights }) => rights.has(right)).map(({ role }) => role)),
      ),
    })),
    reach: await whyReach(db, user, { formKey, roles, isKeeper: all.has('editAll'), sees: all.has('see') }),
    fields: await keptFields(context, db, user, formKey),
  };
}

function because(user: RequestUser, isRuled: boolean, isAllowed: boolean, given: () => string): string {
  if (isAdmin(user)) return ADMIN;
  if (!isRuled) return BEFORE;
  return isAllowed ? given() : '没有角色给出此权限';
}

async function isRuledByGrid(db: Db, formKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('sys_form_grid')
    .select('form_key')
    .where('form_key', '=', formKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** How far this person reads by the same facts as lists, and which role or place reaches there. */
async function whyReach(
  db: Db,
  user: RequestUser,
  { formKey, roles, isKeeper, sees }: { formKey: string; roles: readonly HeldRole[]; isKeeper: boolean; sees: boolean },
): Promise<FormReasons['reach']> {
  if (isAdmin(user)) return [{ what: '全部记录', because: ADMIN }];
  const own = { what: '本人创建的、经手的和抄送给本人的记录', because: '人人都有' };
  if (!sees) return [own];
  const ask = (asked: RequestUser, isWholeUnit: boolean): Promise<Reach> =>
    reachOf(db, asked, formKey, isWholeUnit, freshFacts());
  const bare = await ask({ ...user, roles: [] }, false);
  const lines: { what: readonly string[]; isAll: boolean; because: string }[] = [
    { what: bare.led, isAll: false, because: '担任负责人，含下级部门' },
  ];
  for (const role of roles) {
    const { isAll, units, depts } = await ask(withRole(user, role), false);
    const more = [...units, ...depts.filter((id) => !bare.depts.includes(id))];
    lines.push({ what: more, isAll, because: `${roleText([role])}的数据权限` });
  }
  if (isKeeper)
    lines.push({
      what: (await ask({ ...user, roles: [] }, true)).units,
      isAll: false,
      because: '权限“改全部”，本单位的记录',
    });
  const names = await orgNames(
    db,
    lines.flatMap(({ what }) => what),
  );
  const told = lines
    .filter(({ what, isAll }) => isAll || what.length > 0)
    .map(({ what, isAll, because: reason }) => ({
      what: isAll ? '全部记录' : what.map((id) => names.get(id) ?? id).join('、'),
      because: reason,
    }));
  return [own, ...told];
}

/** Names of units and departments by id. */
export async function orgNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sys_org')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function keptFields(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
): Promise<FormReasons['fields']> {
  const rules = user.fieldRules[formKey];
  if (!rules) return [];
  const known = await formFields(context, db, formKey);
  const label = (key: string): string => {
    const field = known.find((one) => one.key === key);
    return field ? (field.table ? `${field.table} / ${field.label}` : field.label) : key;
  };
  return [
    ...rules.hidden.map((key) => ({ label: label(key), rule: 'hidden' as const })),
    ...rules.locked
      .filter((key) => !rules.hidden.includes(key))
      .map((key) => ({ label: label(key), rule: 'locked' as const })),
  ];
}
