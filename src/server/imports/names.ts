import { sql } from 'kysely';
import { relationOf, type CompiledColumn } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import type { RequestUser } from '../http/user.ts';
import { resolveTexts } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import type { ReadNames, ReadResult } from './readCell.ts';

type ReferenceTarget = 'user' | 'dept' | 'unit';
const TARGET_NOUNS: Readonly<Record<ReferenceTarget, string>> = { user: '人员', dept: '部门', unit: '单位' };
const TARGET_HINTS: Readonly<Record<ReferenceTarget, string>> = {
  user: '请改填登录名',
  dept: '请写成“上级/部门”',
  unit: '请写成“上级/单位”',
};

interface NamedItem {
  id: string;
  name: string;
}

const isMultiple = ({ node }: CompiledColumn): boolean => 'multiple' in node && node.multiple === true;

/** Returns the names in a cell: several names if the column accepts several values, else one. */
export const splitNames = (column: CompiledColumn, text: string): string[] =>
  (isMultiple(column) ? text.split(/[、,，;；\n]/) : [text]).map((name) => name.trim()).filter(Boolean);

const anyOfTexts = (names: readonly string[]) => sql`any(${names}::text[])`;

/** Finds enabled people by name, login name or id. */
async function usersByName(db: Db, names: readonly string[]): Promise<Map<string, NamedItem[]>> {
  const { rows } = await sql<{ id: string; name: string; username: string }>`select id, name, username from sys_user
    where not is_disabled and (name = ${anyOfTexts(names)} or username = ${anyOfTexts(names)} or id = ${anyOfTexts(names)})`.execute(
    db,
  );
  const usersByKey = new Map<string, NamedItem[]>();
  // a person's name takes precedence over a login name or an id
  for (const key of ['name', 'username', 'id'] as const) {
    for (const row of rows)
      if (!usersByKey.get(row[key])?.some(({ id }) => id === row.id) && (key === 'name' || !usersByKey.has(row[key])))
        usersByKey.set(row[key], [...(usersByKey.get(row[key]) ?? []), { id: row.id, name: row.name }]);
  }
  return usersByKey;
}

interface Org {
  id: string;
  parent_id: string | null;
  name: string;
  type: string;
  is_disabled: boolean;
}

/** Finds enabled units or departments by id, by name, or by a path of names, the topmost first: 总公司/检测部. */
async function orgsByName(db: Db, type: 'unit' | 'dept', names: readonly string[]): Promise<Map<string, NamedItem[]>> {
  const orgs: Org[] = await db
    .selectFrom('sys_org')
    .select(['id', 'parent_id', 'name', 'type', 'is_disabled'])
    .execute();
  const byId = new Map(orgs.map((org) => [org.id, org]));
  /**
   * Returns whether the names `above`, from top to bottom, occur in this order among the units and departments above
   * `org`. Levels may be left out.
   */
  const isBelow = (org: Org, above: readonly string[]): boolean => {
    const remainingNames = [...above];
    for (
      let parent = byId.get(org.parent_id ?? '');
      parent && remainingNames.length > 0;
      parent = byId.get(parent.parent_id ?? '')
    )
      if (parent.name === remainingNames.at(-1)) remainingNames.pop();
    return remainingNames.length === 0;
  };
  return new Map(
    names.map((text) => {
      const path = text.split('/').map((part) => part.trim());
      return [
        text,
        orgs.filter(
          (org) =>
            org.type === type &&
            !org.is_disabled &&
            (org.id === text || (org.name === path.at(-1) && isBelow(org, path.slice(0, -1)))),
        ),
      ];
    }),
  );
}

/**
 * Finds the records that the texts of a relation column refer to, by text. Returns null for a column of another kind.
 */
export type FindRecords = (
  column: CompiledColumn,
  texts: readonly string[],
) => Promise<Map<string, NamedItem[]> | null>;

/**
 * Returns a function that finds records that this person may choose, by title, number or another identifying field.
 * The relation's condition is checked when the record is saved.
 */
export const createRecordFinder =
  (context: ServerContext, db: Db, user: RequestUser): FindRecords =>
  async ({ node }, texts) => {
    const relation = relationOf(node);
    if (!relation) return null;
    const selectable = { to: relation.to, plan: null, read: () => undefined };
    const resolvedTexts = await resolveTexts(context, db, user, selectable, texts);
    return new Map(resolvedTexts.map(({ text, found }) => [text, found.map(({ id, title }) => ({ id, name: title }))]));
  };

/**
 * Reads a cell of a relation column, which refers to one or several records. Each name must match exactly one record.
 */
function readRelation(
  column: CompiledColumn,
  text: string,
  recordsByText: ReadonlyMap<string, NamedItem[]>,
): ReadResult {
  const chosenRecords: NamedItem[] = [];
  for (const name of splitNames(column, text)) {
    const [first, ...others] = recordsByText.get(name) ?? [];
    if (!first) return { ok: false, message: `没有名称或编号为“${name}”的记录` };
    if (others.length > 0) return { ok: false, message: `有多条记录叫“${name}”，请改填编号` };
    if (!chosenRecords.some(({ id }) => id === first.id)) chosenRecords.push(first);
  }
  const ids = chosenRecords.map(({ id }) => id);
  return {
    ok: true,
    value: isMultiple(column) ? ids : (ids[0] ?? null),
    label: chosenRecords.map(({ name }) => name).join('、'),
  };
}

/**
 * Loads the people, departments, units and records that the cells of these columns refer to, with at most one query
 * per kind (records: per column). Returns a function that reads one cell, in which each name must match exactly one
 * item. The function returns undefined for a column that contains no references.
 */
export async function loadNameReader(
  db: Db,
  columns: readonly CompiledColumn[],
  texts: (column: CompiledColumn) => Iterable<string>,
  findRecords?: FindRecords,
): Promise<ReadNames> {
  const recordsByColumn = new Map<CompiledColumn, ReadonlyMap<string, NamedItem[]>>();
  for (const column of findRecords ? columns : []) {
    if (!relationOf(column.node)) continue;
    const names = new Set([...texts(column)].flatMap((text) => splitNames(column, text)));
    // columns are processed one by one, because each runs its own query
    // oxlint-disable-next-line no-await-in-loop
    const recordsOfColumn = await findRecords?.(column, [...names]);
    if (recordsOfColumn) recordsByColumn.set(column, recordsOfColumn);
  }
  const namesByTarget = new Map<ReferenceTarget, Set<string>>();
  for (const column of columns) {
    const target = column.definition.references?.to;
    if (!target) continue;
    const names = namesByTarget.get(target) ?? new Set<string>();
    for (const text of texts(column)) for (const name of splitNames(column, text)) names.add(name);
    namesByTarget.set(target, names);
  }
  const itemsByTarget = new Map<ReferenceTarget, Map<string, NamedItem[]>>();
  for (const [to, names] of namesByTarget)
    if (names.size > 0)
      itemsByTarget.set(to, to === 'user' ? await usersByName(db, [...names]) : await orgsByName(db, to, [...names]));
  return (column, text): ReadResult | undefined => {
    const recordsOfColumn = recordsByColumn.get(column);
    if (recordsOfColumn) return readRelation(column, text, recordsOfColumn);
    const to = column.definition.references?.to;
    if (!to) return undefined;
    const names = splitNames(column, text);
    const chosenItems: NamedItem[] = [];
    for (const name of names) {
      const [first, ...others] = itemsByTarget.get(to)?.get(name) ?? [];
      if (!first) return { ok: false, message: `没有名为“${name}”的${TARGET_NOUNS[to]}` };
      if (others.length > 0) return { ok: false, message: `有 ${others.length + 1} 个“${name}”，${TARGET_HINTS[to]}` };
      chosenItems.push(first);
    }
    return {
      ok: true,
      value: [...new Set(chosenItems.map(({ id }) => id))].join(','),
      label: [...new Map(chosenItems.map(({ id, name }) => [id, name])).values()].join('、'),
    };
  };
}
