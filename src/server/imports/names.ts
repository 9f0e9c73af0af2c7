import { sql } from 'kysely';
import { relationOf, type CompiledColumn } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import type { RequestUser } from '../http/user.ts';
import { resolveTexts } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import type { KnownNames, Read } from './readCell.ts';

type To = 'user' | 'dept' | 'unit';
const NOUNS: Readonly<Record<To, string>> = { user: '人员', dept: '部门', unit: '单位' };
const HINTS: Readonly<Record<To, string>> = {
  user: '请改填登录名',
  dept: '请写成“上级/部门”',
  unit: '请写成“上级/单位”',
};

interface Found {
  id: string;
  name: string;
}

const isMultiple = ({ node }: CompiledColumn): boolean => 'multiple' in node && node.multiple === true;

/** Several names in one cell, where the column takes several. */
export const namesIn = (column: CompiledColumn, text: string): string[] =>
  (isMultiple(column) ? text.split(/[、,，;；\n]/) : [text]).map((name) => name.trim()).filter(Boolean);

const within = (names: readonly string[]) => sql`any(${names}::text[])`;

async function usersByName(db: Db, names: readonly string[]): Promise<Map<string, Found[]>> {
  const { rows } = await sql<{ id: string; name: string; username: string }>`select id, name, username from sys_user
    where not is_disabled and (name = ${within(names)} or username = ${within(names)} or id = ${within(names)})`.execute(
    db,
  );
  const found = new Map<string, Found[]>();
  // who is called so comes before whose login name it is
  for (const key of ['name', 'username', 'id'] as const) {
    for (const row of rows)
      if (!found.get(row[key])?.some(({ id }) => id === row.id) && (key === 'name' || !found.has(row[key])))
        found.set(row[key], [...(found.get(row[key]) ?? []), { id: row.id, name: row.name }]);
  }
  return found;
}

interface Org {
  id: string;
  parent_id: string | null;
  name: string;
  type: string;
  is_disabled: boolean;
}

/** Parts of the organisation by name, or by a way from above: 总公司/检测部. */
async function orgsByName(db: Db, type: 'unit' | 'dept', names: readonly string[]): Promise<Map<string, Found[]>> {
  const orgs: Org[] = await db
    .selectFrom('sys_org')
    .select(['id', 'parent_id', 'name', 'type', 'is_disabled'])
    .execute();
  const byId = new Map(orgs.map((org) => [org.id, org]));
  const isBelow = (org: Org, above: readonly string[]): boolean => {
    const open = [...above];
    for (
      let parent = byId.get(org.parent_id ?? '');
      parent && open.length > 0;
      parent = byId.get(parent.parent_id ?? '')
    )
      if (parent.name === open.at(-1)) open.pop();
    return open.length === 0;
  };
  return new Map(
    names.map((written) => {
      const way = written.split('/').map((part) => part.trim());
      return [
        written,
        orgs.filter(
          (org) =>
            org.type === type &&
            !org.is_disabled &&
            (org.id === written || (org.name === way.at(-1) && isBelow(org, way.slice(0, -1)))),
        ),
      ];
    }),
  );
}

/** Finds the records that the texts of a relation's column name; null for a column of another kind. */
export type FindRecords = (column: CompiledColumn, texts: readonly string[]) => Promise<Map<string, Found[]> | null>;

/** Records that this person may choose, by title, number or another identifying field. Their conditions are checked at saving. */
export const recordsByName =
  (context: ServerContext, db: Db, user: RequestUser): FindRecords =>
  async ({ node }, texts) => {
    const relation = relationOf(node);
    if (!relation) return null;
    const candidates = { to: relation.to, plan: null, read: () => undefined };
    const resolved = await resolveTexts(context, db, user, candidates, texts);
    return new Map(resolved.map(({ text, found }) => [text, found.map(({ id, title }) => ({ id, name: title }))]));
  };

/** How a relation's column reads a text that names one or several records. */
function readRelation(column: CompiledColumn, text: string, found: ReadonlyMap<string, Found[]>): Read {
  const chosen: Found[] = [];
  for (const name of namesIn(column, text)) {
    const [one, ...others] = found.get(name) ?? [];
    if (!one) return { ok: false, message: `没有名称或编号为“${name}”的记录` };
    if (others.length > 0) return { ok: false, message: `有多条记录叫“${name}”，请改填编号` };
    chosen.push(one);
  }
  const ids = chosen.map(({ id }) => id);
  return {
    ok: true,
    value: isMultiple(column) ? ids : (ids[0] ?? null),
    label: chosen.map(({ name }) => name).join('、'),
  };
}

/** Everybody and everything that the cells of these columns name, by at most one query for each kind. A name must mean exactly one. */
export async function loadNames(
  db: Db,
  columns: readonly CompiledColumn[],
  texts: (column: CompiledColumn) => Iterable<string>,
  findRecords?: FindRecords,
): Promise<KnownNames> {
  const records = new Map<CompiledColumn, ReadonlyMap<string, Found[]>>();
  for (const column of findRecords ? columns : []) {
    if (!relationOf(column.node)) continue;
    const names = new Set([...texts(column)].flatMap((text) => namesIn(column, text)));
    // one column after the other: each asks the database by itself
    // oxlint-disable-next-line no-await-in-loop
    const known = await findRecords?.(column, [...names]);
    if (known) records.set(column, known);
  }
  const wanted = new Map<To, Set<string>>();
  for (const column of columns) {
    const to = column.definition.references?.to;
    if (!to) continue;
    const names = wanted.get(to) ?? new Set<string>();
    for (const text of texts(column)) for (const name of namesIn(column, text)) names.add(name);
    wanted.set(to, names);
  }
  const found = new Map<To, Map<string, Found[]>>();
  for (const [to, names] of wanted)
    if (names.size > 0)
      found.set(to, to === 'user' ? await usersByName(db, [...names]) : await orgsByName(db, to, [...names]));
  return (column, text): Read | undefined => {
    const related = records.get(column);
    if (related) return readRelation(column, text, related);
    const to = column.definition.references?.to;
    if (!to) return undefined;
    const names = namesIn(column, text);
    const chosen: Found[] = [];
    for (const name of names) {
      const [one, ...others] = found.get(to)?.get(name) ?? [];
      if (!one) return { ok: false, message: `没有名为“${name}”的${NOUNS[to]}` };
      if (others.length > 0) return { ok: false, message: `有 ${others.length + 1} 个“${name}”，${HINTS[to]}` };
      chosen.push(one);
    }
    return {
      ok: true,
      value: [...new Set(chosen.map(({ id }) => id))].join(','),
      label: [...new Map(chosen.map(({ id, name }) => [id, name])).values()].join('、'),
    };
  };
}
