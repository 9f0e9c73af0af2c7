import { FORM_RIGHT_NAMES, FORM_RIGHTS } from '../../../rules/formRights.ts';
import { peopleAsSignedIn } from '../../auth/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { formRights } from '../../rights/index.ts';
import type { Db } from '../../store/database.ts';
import { likeText } from '../../store/likeText.ts';
import { askedRecord, whyRecord } from './whyRecord.ts';
import { menuRows, whyMenu } from './whyMenu.ts';

/** What is asked about: a form, one of its records, or an entry of the menu. */
export interface Subject {
  formKey?: string | null;
  recordId?: string | null;
  menuId?: string | null;
}

/** Somebody who may see it. `rights`: of a form, what they may do there. */
export interface Seer {
  userId: string;
  name: string;
  username: string;
  deptName: string;
  rights: string;
  because: string;
}

export interface Seers {
  rows: Seer[];
  /** How many people were asked about, of those who may sign in. */
  checked: number;
  /** Where to go on; null: everybody was asked about. */
  next: string | null;
}

const AT_ONCE = 200;
/** People found or asked about before a call answers: each is asked about by the rules themselves. */
const MOST_FOUND = 100;
const MOST_CHECKED = 2000;

type Judge = (user: RequestUser) => Promise<Pick<Seer, 'rights' | 'because'> | null>;

/**
 * People who may see a form, a record or an entry of the menu, in the order of their user names, each judged as if they were
 * signed in. Refuses with 404.
 */
export async function whoSees(
  context: ServerContext,
  db: Db,
  subject: Subject,
  { after = '', keyword = '' }: { after?: string; keyword?: string },
): Promise<Seers> {
  const judge = await judgeOf(context, db, subject);
  const rows: Seer[] = [];
  let checked = 0;
  let last = after;
  for (;;) {
    const people = await nextPeople(db, last, keyword);
    const signedIn = new Map(
      (
        await peopleAsSignedIn(
          db,
          people.map(({ id }) => id),
        )
      ).map((user) => [user.id, user]),
    );
    for (const { id, name, username, deptName } of people) {
      const user = signedIn.get(id);
      const found = user ? await judge(user) : null;
      if (found) rows.push({ userId: id, name, username, deptName: deptName ?? '', ...found });
      checked += 1;
      last = username;
      if (rows.length >= MOST_FOUND || checked >= MOST_CHECKED) return { rows, checked, next: last };
    }
    if (people.length < AT_ONCE) return { rows, checked, next: null };
  }
}

const nextPeople = (db: Db, after: string, keyword: string) =>
  db
    .selectFrom('sys_user as u')
    .leftJoin('sys_org as d', 'd.id', 'u.dept_id')
    .select(['u.id', 'u.name', 'u.username', 'd.name as deptName'])
    .where('u.is_disabled', '=', false)
    .where('u.username', '>', after)
    .$if(keyword !== '', (query) =>
      query.where(({ or, eb }) =>
        or([eb('u.name', 'ilike', `%${likeText(keyword)}%`), eb('d.name', 'ilike', `%${likeText(keyword)}%`)]),
      ),
    )
    .orderBy('u.username')
    .limit(AT_ONCE)
    .execute();

/** How each person is asked about. */
async function judgeOf(context: ServerContext, db: Db, { formKey, recordId, menuId }: Subject): Promise<Judge> {
  const names = new Map(
    (await db.selectFrom('sys_role').select(['code', 'name']).execute()).map(({ code, name }) => [code, name]),
  );
  const roleName = (code: string): string => names.get(code) ?? code;
  if (menuId) {
    const menus = await menuRows(db);
    return async (user) => {
      const { isAllowed, because } = whyMenu(menus, user, menuId, roleName);
      return isAllowed ? { rights: '', because } : null;
    };
  }
  const key = formKey ?? '';
  const { access } = (await loadForm(context, db, key)).form.definition;
  if (recordId) {
    const record = await askedRecord(db, key, recordId);
    return async (user) => {
      const because = await whyRecord(context, db, user, record);
      return because.length > 0 ? { rights: '', because: because.join('；') } : null;
    };
  }
  return async (user) => {
    const rights = await formRights(db, user, key, access);
    if (!rights.has('see')) return null;
    const giving: string[] = [];
    for (const role of user.roles)
      if ((await formRights(db, { ...user, roles: [role] }, key, access)).has('see')) giving.push(roleName(role));
    const isForAll = (await formRights(db, { ...user, roles: [] }, key, access)).has('see');
    return {
      rights: FORM_RIGHTS.filter((right) => rights.has(right))
        .map((right) => FORM_RIGHT_NAMES[right])
        .join('、'),
      because: isAdmin(user)
        ? '系统管理员'
        : [...(isForAll ? ['所有人'] : []), ...giving.map((name) => `角色“${name}”`)].join('、'),
    };
  };
}
