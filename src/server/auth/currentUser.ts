import type { Kysely } from 'kysely';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';

/** The signed-in person in API answers, as the client's shell stores it (EN-001). */
export interface CurrentUser {
  id: string;
  username: string;
  name: string;
  roles: readonly string[];
  permissions: readonly string[];
  mainDept: { id: string; name: string; unitName: string } | null;
  /** The units of the person. `mainOrgId`: id of their department in the unit; '' for none. */
  unitList: { id: string; name: string; url: string; mainOrgId: string }[];
  /** True if the person must change their password before any other call (AU-018). */
  isFirstLogin: boolean;
  /** True if the person must set up a second factor before any other call. */
  needsFactor: boolean;
  /** Fields that the person's roles may not see or change, by form. */
  fieldRules: RequestUser['fieldRules'];
  /** The page that an administrator sees after signing in until the initial set-up is finished; '' otherwise. */
  landing: string;
}

/**
 * Checks whether the set-up guide is open. It is open from the first start with an empty database until an
 * administrator ends it.
 */
async function isGuideOpen(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('sys_setup').select('mark').where('step', '=', 'guide').executeTakeFirst();
  return row?.mark === 'open';
}

/** Returns the signed-in person with their departments and units. The main unit comes first. */
export async function loadCurrentUser(db: Kysely<Database>, user: RequestUser): Promise<CurrentUser> {
  const mainDept =
    user.deptId === null
      ? undefined
      : await db
          .selectFrom('sys_org as d')
          .leftJoin('sys_org as u', (join) => join.on('u.id', '=', user.unitId))
          .where('d.id', '=', user.deptId)
          .select(['d.id', 'd.name', 'u.name as unitName'])
          .executeTakeFirst();
  const units = await db
    .selectFrom('sys_user_unit as m')
    .innerJoin('sys_org as o', 'o.id', 'm.unit_id')
    .where('m.user_id', '=', user.id)
    .orderBy('m.sn')
    .select(['o.id', 'o.name', 'o.url', 'm.dept_id'])
    .execute();
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    roles: user.roles,
    permissions: user.permissions,
    mainDept: mainDept ? { id: mainDept.id, name: mainDept.name, unitName: mainDept.unitName ?? '' } : null,
    // list each unit once, even if the person belongs to several of its departments
    unitList: units
      .filter((unit, index) => units.findIndex(({ id }) => id === unit.id) === index)
      .map(({ id, name, url, dept_id }) => ({ id, name, url, mainOrgId: dept_id ?? '' })),
    isFirstLogin: user.mustChangePassword === true,
    needsFactor: user.needsFactor === true,
    fieldRules: user.fieldRules,
    landing: isAdmin(user) && (await isGuideOpen(db)) ? '/system/setup' : '',
  };
}
