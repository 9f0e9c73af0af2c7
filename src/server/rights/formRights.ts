import { sql } from 'kysely';
import { EVERYBODY, FORM_RIGHTS, rightsOfAccess, type FormRight } from '../../rules/formRights.ts';
import { isKeeper, mayAddRecord, type FormAccess } from '../../rules/keepers.ts';
import type { Db } from '../store/database.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import { createFreshFactReader, type Fact, type FactReader } from '../store/facts.ts';
import type { Trx } from '../store/transaction.ts';

/** The revision of all roles' rights and data scopes. Statements compare it to validate cached rights. */
const REVISION: Fact = { key: 'reach', answerSql: () => sql<string>`(select revision::text from sys_reach)` };

/**
 * Returns the fact `[isInGrid, rightsByRole]`: whether the grid of form rights covers this form, and the rights that
 * `EVERYBODY` and each of the person's roles have.
 */
const roleRightsFact = (user: RequestUser, formKey: string): Fact => ({
  key: `rights ${JSON.stringify([formKey, user.roles])}`,
  dependsOn: REVISION,
  answerSql: () => sql<string>`jsonb_build_array(exists (select 1 from sys_form_grid where form_key = ${formKey}),
    (select jsonb_agg(f.rights order by f.role_code) from sys_role_form f where f.form_key = ${formKey} and (f.role_code = ${EVERYBODY} or f.role_code = any(${user.roles}::text[]))))::text`,
});

const ALL_RIGHTS: ReadonlySet<FormRight> = new Set(FORM_RIGHTS);

/**
 * Returns the rights on a form that the grid does not cover yet. Everybody has the rights `see`, `editOwn`, `delete`,
 * `export` and `print`, within their data scope. `mayAddRecord` decides on `create` and `import`; keepers also get
 * `editAll`.
 */
function rightsWithoutGrid(user: RequestUser, access: FormAccess | undefined): ReadonlySet<FormRight> {
  const rights = new Set<FormRight>(['see', 'editOwn', 'delete', 'export', 'print']);
  if (mayAddRecord(access, user)) rights.add('create').add('import');
  if (isKeeper(access, user)) rights.add('editAll');
  return rights;
}

/**
 * Returns a person's rights on the records of a form: the union of the rights of their roles; all rights for
 * administrators.
 */
export async function formRights(
  db: Db,
  user: RequestUser,
  formKey: string,
  access: FormAccess | undefined,
  facts: FactReader = createFreshFactReader(),
): Promise<ReadonlySet<FormRight>> {
  if (isAdmin(user)) return ALL_RIGHTS;
  const [isInGrid, rightsByRole] = JSON.parse(
    (await facts.read(db, roleRightsFact(user, formKey))) ?? '[false,null]',
  ) as [boolean, FormRight[][] | null];
  return isInGrid ? new Set((rightsByRole ?? []).flat()) : rightsWithoutGrid(user, access);
}

/** Refuses with 403 a person without this right. */
export async function requireRight(
  db: Db,
  user: RequestUser,
  {
    formKey,
    access,
    right,
    facts,
  }: { formKey: string; access: FormAccess | undefined; right: FormRight; facts?: FactReader },
): Promise<void> {
  if (!(await formRights(db, user, formKey, access, facts)).has(right)) throw new Refusal('403');
}

/**
 * Fills the grid of form rights from `access` at the first publication of a form; afterwards only the grid counts.
 * `unitReads`: this setting of the form; '1' if everybody in the unit may read the records. `publisherName`: the name
 * of the person who publishes the form. Returns `isUnreachable`: only administrators have rights on the form.
 */
export async function fillGrid(
  trx: Trx,
  {
    formKey,
    access,
    unitReads,
    publisherName,
  }: { formKey: string; access?: FormAccess; unitReads?: string; publisherName: string },
): Promise<{ isUnreachable: boolean }> {
  const insertedRow = await trx
    .insertInto('sys_form_grid')
    .values({ form_key: formKey, filled_by: publisherName })
    .onConflict((conflict) => conflict.doNothing())
    .returning('form_key')
    .executeTakeFirst();
  const rights = rightsOfAccess(access, unitReads === '1');
  if (insertedRow && rights.size > 0)
    await trx
      .insertInto('sys_role_form')
      .values([...rights].map(([role, list]) => ({ role_code: role, form_key: formKey, rights: JSON.stringify(list) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const roleWithRights = await trx
    .selectFrom('sys_role_form')
    .select('role_code')
    .where('form_key', '=', formKey)
    .where(sql<boolean>`jsonb_array_length(rights) > 0`)
    .limit(1)
    .executeTakeFirst();
  return { isUnreachable: roleWithRights === undefined };
}
