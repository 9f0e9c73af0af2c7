import { FORM_RIGHT_NAMES, FORM_RIGHTS } from '../../../rules/formRights.ts';
import { loadPeopleAsSignedIn } from '../../auth/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { formRights } from '../../rights/index.ts';
import type { Db } from '../../store/database.ts';
import { escapeLikeText } from '../../store/escapeLikeText.ts';
import { loadExplainedRecord, whyRecord } from './whyRecord.ts';
import { loadMenuRows, whyMenu } from './whyMenu.ts';

/** The thing whose viewers `whoSees` finds: a form, one of its records, or a menu entry. */
export interface VisibilitySubject {
  formKey?: string | null;
  recordId?: string | null;
  menuId?: string | null;
}

/** A person who may see the subject. `rights`: their rights, if the subject is a form. */
export interface Viewer {
  userId: string;
  name: string;
  username: string;
  deptName: string;
  rights: string;
  because: string;
}

/** The viewers that one call found. */
export interface ViewerPage {
  rows: Viewer[];
  /** The number of enabled accounts that were checked. */
  checked: number;
  /** The user name after which the next call continues; null when everybody was checked. */
  next: string | null;
}

/** Number of people that one query loads. */
const BATCH_SIZE = 200;
/** Maximum number of viewers that one call returns. */
const MAX_FOUND = 100;
/** Maximum number of people that one call checks, because each check evaluates all rules for one person. */
const MAX_CHECKED = 2000;

/** Returns the rights of a person on the subject and the reason why they may see it; null if they may not see it. */
type ViewCheck = (user: RequestUser) => Promise<Pick<Viewer, 'rights' | 'because'> | null>;

/**
 * Returns the people who may see a form, a record or a menu entry, sorted by user name. Each person is checked with the
 * rights that they have when signed in. Refuses with 404 an unknown form, record or menu entry.
 */
export async function whoSees(
  context: ServerContext,
  db: Db,
  subject: VisibilitySubject,
  { after = '', keyword = '' }: { after?: string; keyword?: string },
): Promise<ViewerPage> {
  const checkViewer = await createViewCheck(context, db, subject);
  const rows: Viewer[] = [];
  let checked = 0;
  let lastUsername = after;
  for (;;) {
    const people = await nextPeople(db, lastUsername, keyword);
    const usersById = new Map(
      (
        await loadPeopleAsSignedIn(
          db,
          people.map(({ id }) => id),
        )
      ).map((user) => [user.id, user]),
    );
    for (const { id, name, username, deptName } of people) {
      const user = usersById.get(id);
      const reason = user ? await checkViewer(user) : null;
      if (reason) rows.push({ userId: id, name, username, deptName: deptName ?? '', ...reason });
      checked += 1;
      lastUsername = username;
      if (rows.length >= MAX_FOUND || checked >= MAX_CHECKED) return { rows, checked, next: lastUsername };
    }
    if (people.length < BATCH_SIZE) return { rows, checked, next: null };
  }
}

/** Reads the next enabled accounts after a user name; `keyword`: part of the name of the person or department. */
const nextPeople = (db: Db, after: string, keyword: string) =>
  db
    .selectFrom('sys_user as u')
    .leftJoin('sys_org as d', 'd.id', 'u.dept_id')
    .select(['u.id', 'u.name', 'u.username', 'd.name as deptName'])
    .where('u.is_disabled', '=', false)
    .where('u.username', '>', after)
    .$if(keyword !== '', (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('u.name', 'ilike', `%${escapeLikeText(keyword)}%`),
          eb('d.name', 'ilike', `%${escapeLikeText(keyword)}%`),
        ]),
      ),
    )
    .orderBy('u.username')
    .limit(BATCH_SIZE)
    .execute();

/** Returns the function that checks whether and why a person may see the subject. */
async function createViewCheck(
  context: ServerContext,
  db: Db,
  { formKey, recordId, menuId }: VisibilitySubject,
): Promise<ViewCheck> {
  const names = new Map(
    (await db.selectFrom('sys_role').select(['code', 'name']).execute()).map(({ code, name }) => [code, name]),
  );
  const roleName = (code: string): string => names.get(code) ?? code;
  if (menuId) {
    const menus = await loadMenuRows(db);
    return async (user) => {
      const { isAllowed, because } = whyMenu(menus, user, menuId, roleName);
      return isAllowed ? { rights: '', because } : null;
    };
  }
  const key = formKey ?? '';
  const { access } = (await loadForm(context, db, key)).form.definition;
  if (recordId) {
    const record = await loadExplainedRecord(db, key, recordId);
    return async (user) => {
      const because = await whyRecord(context, db, user, record);
      return because.length > 0 ? { rights: '', because: because.join('；') } : null;
    };
  }
  return async (user) => {
    const rights = await formRights(db, user, key, access);
    if (!rights.has('see')) return null;
    const grantingRoles: string[] = [];
    for (const role of user.roles)
      if ((await formRights(db, { ...user, roles: [role] }, key, access)).has('see'))
        grantingRoles.push(roleName(role));
    const isForAll = (await formRights(db, { ...user, roles: [] }, key, access)).has('see');
    return {
      rights: FORM_RIGHTS.filter((right) => rights.has(right))
        .map((right) => FORM_RIGHT_NAMES[right])
        .join('、'),
      because: isAdmin(user)
        ? '系统管理员'
        : [...(isForAll ? ['所有人'] : []), ...grantingRoles.map((name) => `角色“${name}”`)].join('、'),
    };
  };
}
