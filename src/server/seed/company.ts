import { DEMO_PASSWORD } from '../demoPassword.ts';
import { hashPassword } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import { setSetupOpen } from '../setup/index.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { demoCompany } from './demoCompany.ts';
import { OperatorError } from '../store/operatorError.ts';
import { readLoadedTexts, markLoaded } from './shipped.ts';

/**
 * Kind and hash under which a loaded role is noted in `sys_seed`. The hash is the same for all roles, so that a role is
 * never loaded again, even if its shipped content changes.
 */
const ROLE_KIND = 'role';
const ROLE_HASH = '1';

/**
 * Thrown if the database has no accounts and the settings for the first account are missing. The operator sees the
 * message.
 */
export class NoAdministratorError extends OperatorError {
  override name = 'NoAdministratorError';
}

/**
 * Stores the roles that the shipped processes name, and the first accounts of an empty database: with DEMO the demo
 * company, otherwise one administrator with ADMIN_PASSWORD. Throws NoAdministratorError when neither is set.
 */
export async function seedCompany({ db, settings }: ServerContext): Promise<void> {
  await db.transaction().execute(seedRoles);
  const { count } = await db
    .selectFrom('sys_user')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count > 0) return;
  if (settings.isDemo) return seedDemoCompany({ db });
  if (settings.adminPassword === null)
    throw new NoAdministratorError('数据库中还没有账号：请用 ADMIN_PASSWORD 指定首个管理员（admin）的密码后再启动。');
  const admin = {
    id: newId(),
    username: 'admin',
    name: '系统管理员',
    password_hash: await hashPassword(settings.adminPassword),
    dept_id: null,
    unit_id: null,
    photo_id: null,
  };
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('sys_user').values(admin).execute();
    await trx.insertInto('sys_user_role').values({ user_id: admin.id, role_code: 'admin' }).execute();
    await setSetupOpen(trx, '', true);
  });
}

/** Stores each shipped role once. A role that administrators remove later stays removed. */
async function seedRoles(trx: Trx): Promise<void> {
  const loadedRoles = await readLoadedTexts(trx, ROLE_KIND);
  const roles = demoCompany.roles.filter(({ code }) => loadedRoles.needsLoading(ROLE_KIND, code, ROLE_HASH));
  if (roles.length === 0) return;
  for (const { code } of roles) await markLoaded(trx, ROLE_KIND, code, ROLE_HASH);
  const newRoles = await trx
    .insertInto('sys_role')
    .values(
      roles.map(({ code, name, permissions }) => ({
        code,
        name,
        permissions: JSON.stringify(permissions),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  // scopes are stored only for new roles, so that they do not overwrite changes by administrators
  const newRoleCodes = new Set(newRoles.map(({ code }) => code));
  const scopes = demoCompany.roles
    .filter(({ code }) => newRoleCodes.has(code))
    .flatMap(({ code, scope, readableForms = [] }) => [
      ...(scope ? [{ role_code: code, form_key: '', scope }] : []),
      ...readableForms.map((form_key) => ({ role_code: code, form_key, scope: 'unit' as const })),
    ]);
  if (scopes.length > 0)
    await trx
      .insertInto('sys_role_scope')
      .values(scopes)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function seedDemoCompany({ db }: Pick<ServerContext, 'db'>): Promise<void> {
  const { units, depts, users } = demoCompany;
  const unitIdByDept = new Map(depts.map(({ id, unitId }) => [id, unitId]));
  const hash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sys_org')
      .values(
        units.map(({ id, name, url }, sn) => ({
          id,
          parent_id: null,
          name,
          type: 'unit' as const,
          url,
          leader_id: null,
          sn,
          is_disabled: false,
        })),
      )
      .execute();
    await trx
      .insertInto('sys_org')
      .values(
        depts.map(({ id, unitId, name, leaderId }, sn) => ({
          id,
          parent_id: unitId,
          name,
          type: 'dept' as const,
          url: '',
          leader_id: leaderId,
          sn,
          is_disabled: false,
        })),
      )
      .execute();
    await trx
      .insertInto('sys_user')
      .values(
        users.map(({ id, username, name, deptId, post }) => ({
          id,
          username,
          name,
          password_hash: hash,
          dept_id: deptId,
          unit_id: unitIdByDept.get(deptId) ?? null,
          post,
          photo_id: null,
        })),
      )
      .execute();
    const posts = [...new Set(users.map(({ post }) => post))].filter((post) => post !== '');
    await trx
      .insertInto('sys_post')
      .values(posts.map((name, sn) => ({ id: `post-${sn + 1}`, name, sn })))
      .execute();
    await trx
      .insertInto('sys_user_role')
      .values(users.flatMap(({ id, roles }) => roles.map((code) => ({ user_id: id, role_code: code }))))
      .execute();
    await seedMemberships(trx, unitIdByDept);
  });
}

/** Stores the units and departments to which each person belongs. */
async function seedMemberships(trx: Trx, unitIdByDept: ReadonlyMap<string, string>): Promise<void> {
  const rows = demoCompany.users.flatMap(({ id, deptId, moreDeptIds = [] }) =>
    [deptId, ...moreDeptIds].map((dept, sn) => ({
      user_id: id,
      unit_id: unitIdByDept.get(dept) ?? '',
      dept_id: dept,
      sn,
    })),
  );
  await trx
    .insertInto('sys_user_unit')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
