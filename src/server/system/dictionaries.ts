import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Dictionary } from '../../grammar/documents.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { isOn, type FlagValue } from '../http/schemas.ts';
import { usesOf, type Use } from '../references/index.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { textHash } from '../store/textHash.ts';
import { copyToRecycleBin } from '../recycleBin/index.ts';

type Item = Dictionary['items'][number];
export interface DictType {
  id: string;
  typeCode: string;
  typeName: string;
  parentId: string | null;
  children?: DictType[];
}

/** Returns whether an item may be selected today: not disabled, and within its validity period. */
function isSelectableToday(row: {
  is_disabled: boolean | null;
  valid_from: string | null;
  valid_to: string | null;
}): boolean {
  const today = timeText(new Date()).slice(0, 10);
  return !row.is_disabled && (row.valid_from ?? today) <= today && today <= (row.valid_to ?? today);
}

/**
 * Returns the items of a dictionary in order. `includesInactive`: also items that may not be selected today. Refuses an
 * unknown code with 404.
 */
export async function dictionaryItems(
  db: Kysely<Database>,
  typeCode: string,
  includesInactive = false,
): Promise<Item[]> {
  const rows = await db
    .selectFrom('sys_dict_type as t')
    .leftJoin('sys_dict_item as i', 'i.type_code', 't.code')
    .where('t.code', '=', typeCode)
    .orderBy('i.sn')
    .orderBy('i.id')
    .select(['i.dict_label', 'i.dict_value', 'i.list_class', 'i.sn', 'i.is_disabled', 'i.valid_from', 'i.valid_to'])
    .execute();
  if (rows.length === 0) throw new Refusal('404');
  return rows.flatMap((row) => {
    const { dict_label, dict_value, list_class, sn, is_disabled, valid_from, valid_to } = row;
    if (dict_label === null || dict_value === null || !(includesInactive || isSelectableToday(row))) return [];
    return [
      {
        dictLabel: dict_label,
        dictValue: dict_value,
        ...(list_class ? { listClass: list_class } : {}),
        sn: sn ?? 0,
        ...(is_disabled ? { disabled: true } : {}),
        ...(valid_from ? { validFrom: valid_from } : {}),
        ...(valid_to ? { validTo: valid_to } : {}),
      },
    ];
  });
}

/**
 * Returns all items of a dictionary in order. `retired` marks items that may not be selected today. Refuses an unknown
 * code with 404.
 */
export const dictionaryItemsWithState = async (
  db: Kysely<Database>,
  typeCode: string,
): Promise<(Item & { retired?: true })[]> =>
  (await dictionaryItems(db, typeCode, true)).map((item) => {
    const { disabled = false, validFrom = null, validTo = null } = item;
    return isSelectableToday({ is_disabled: disabled, valid_from: validFrom, valid_to: validTo })
      ? item
      : { ...item, retired: true };
  });

/** Returns all dictionaries as a tree (CL-048). */
export async function dictionaryTree(db: Kysely<Database>): Promise<DictType[]> {
  const rows = await db.selectFrom('sys_dict_type').select(['code', 'name', 'parent_id']).orderBy('code').execute();
  const build = (parentId: string | null): DictType[] =>
    rows
      .filter((row) => row.parent_id === parentId)
      .map(({ code, name }) => {
        const children = build(code);
        return { id: code, typeCode: code, typeName: name, parentId, ...(children.length > 0 ? { children } : {}) };
      });
  return build(null);
}

/**
 * A dictionary for its editor. `revision`: a save with this value is refused if the dictionary was changed after
 * loading.
 */
export interface StoredDictionary extends Dictionary {
  parentCode: string | null;
  revision: string;
}

const revisionOf = ({ typeName, items, parentCode }: Omit<StoredDictionary, 'revision'>): string =>
  textHash(JSON.stringify([typeName, items, parentCode]));

export async function loadDictionary(db: Kysely<Database>, typeCode: string): Promise<StoredDictionary> {
  const type = await db
    .selectFrom('sys_dict_type')
    .select(['name', 'parent_id'])
    .where('code', '=', typeCode)
    .executeTakeFirst();
  if (!type) throw new Refusal('404');
  const items = await dictionaryItems(db, typeCode, true);
  const dictionary = { typeCode, typeName: type.name, parentCode: type.parent_id, items };
  return { ...dictionary, revision: revisionOf(dictionary) };
}

const invalidInput = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

/**
 * Serialises changes of dictionaries: otherwise two concurrent changes could make each dictionary the parent of the
 * other.
 */
const lockDictionaries = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('dictionaries', 0))`.execute(trx);

/**
 * A dictionary to save. `parentCode`: undefined means unchanged; '' or null means top level. `isNew`: the save is
 * refused if the code exists.
 */
export interface DictionaryInput {
  typeCode: string;
  typeName: string;
  parentCode?: string | null;
  isNew?: boolean | null;
  revision?: string | null;
  items: {
    dictLabel: string;
    dictValue: string;
    listClass?: string | null;
    sn?: number | null;
    disabled?: FlagValue;
    validFrom?: string | null;
    validTo?: string | null;
  }[];
}

/** Refuses a parent that does not exist or is below the dictionary itself. */
async function requireValidParent(trx: Trx, typeCode: string, parentCode: string): Promise<void> {
  const rows = await trx.selectFrom('sys_dict_type').select(['code', 'parent_id']).execute();
  const parents = new Map(rows.map(({ code, parent_id }) => [code, parent_id]));
  if (!parents.has(parentCode)) throw invalidInput('上级字典不存在');
  const visited = new Set<string>();
  for (let code: string | null = parentCode; code !== null; code = parents.get(code) ?? null) {
    if (code === typeCode) throw invalidInput('上级字典不能是自己或自己的下级');
    if (visited.has(code)) throw invalidInput(`字典“${code}”是自己的下级，请先改正它的上级字典`);
    visited.add(code);
  }
}

/**
 * Saves a whole dictionary. When the server starts later, it does not replace the saved dictionary by the shipped one.
 * Refuses with REQUEST_INVALID if a value is repeated, if a period or the parent is invalid, or if the code of a new
 * dictionary exists. Refuses with DICT_STALE when the dictionary was changed after `revision`.
 */
export async function saveDictionary(
  trx: Trx,
  { typeCode, typeName, items, revision, parentCode, isNew }: DictionaryInput,
): Promise<void> {
  const values = items.map(({ dictValue }) => dictValue);
  const repeatedValue = values.find((value, index) => values.indexOf(value) < index);
  if (repeatedValue !== undefined) throw invalidInput(`字典项的值“${repeatedValue}”重复`);
  for (const { dictLabel, validFrom, validTo } of items)
    if (validFrom && validTo && validFrom > validTo) throw invalidInput(`字典项“${dictLabel}”的停用日期早于启用日期`);
  await lockDictionaries(trx);
  if (isNew && (await trx.selectFrom('sys_dict_type').select('code').where('code', '=', typeCode).executeTakeFirst()))
    throw invalidInput(`字典编码“${typeCode}”已存在`);
  if (parentCode) await requireValidParent(trx, typeCode, parentCode);
  if (revision) {
    const existingType = await trx
      .selectFrom('sys_dict_type')
      .select('code')
      .where('code', '=', typeCode)
      .executeTakeFirst();
    if (!existingType || (await loadDictionary(trx, typeCode)).revision !== revision) throw new Refusal('DICT_STALE');
  }
  await trx
    .insertInto('sys_dict_type')
    .values({ code: typeCode, name: typeName, parent_id: parentCode || null, is_changed: true })
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet({
        name: typeName,
        is_changed: true,
        ...(parentCode === undefined ? {} : { parent_id: parentCode || null }),
      }),
    )
    .execute();
  // change item by item, so that the audit log contains each change
  await sql`delete from sys_dict_item where type_code = ${typeCode} and not dict_value = any(${items.map(({ dictValue }) => dictValue)}::text[])`.execute(
    trx,
  );
  if (items.length === 0) return;
  await trx
    .insertInto('sys_dict_item')
    .values(
      items.map(({ dictLabel, dictValue, listClass, sn, disabled, validFrom, validTo }, index) => ({
        id: newId(),
        type_code: typeCode,
        dict_label: dictLabel,
        dict_value: dictValue,
        list_class: listClass ?? null,
        sn: sn ?? index + 1,
        is_disabled: isOn(disabled),
        valid_from: validFrom || null,
        valid_to: validTo || null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['type_code', 'dict_value']).doUpdateSet((excluded) => ({
        dict_label: excluded.ref('excluded.dict_label'),
        list_class: excluded.ref('excluded.list_class'),
        sn: excluded.ref('excluded.sn'),
        is_disabled: excluded.ref('excluded.is_disabled'),
        valid_from: excluded.ref('excluded.valid_from'),
        valid_to: excluded.ref('excluded.valid_to'),
      })),
    )
    .execute();
}

/**
 * Returns the documents that use a dictionary. A document whose published version and draft both use it is returned
 * twice, once for each `state`.
 */
export async function dictionaryUses(
  db: Kysely<Database>,
  typeCode: string,
): Promise<{ id: string; kind: string; key: string; name: string; state: string; places: string }[]> {
  const byDocument = new Map<string, Use[]>();
  for (const use of await usesOf(db, { kind: 'dictionary', name: typeCode })) {
    if (use.kind === 'dictionary') continue;
    const id = `${use.kind} ${use.key} ${use.state}`;
    byDocument.set(id, [...(byDocument.get(id) ?? []), use]);
  }
  return [...byDocument].map(([id, uses]) => {
    const [{ kind, key, name, state }] = uses as [Use];
    return { id, kind, key, name, state, places: uses.map(({ place }) => place).join('；') };
  });
}

/** A dictionary in the list of dictionaries. */
export interface DictionaryRow {
  typeCode: string;
  typeName: string;
  parentCode: string | null;
  parentName: string;
  /** Number of items. */
  count: number;
  /** Number of items that may not be selected today. */
  inactive: number;
  /** Number of documents that use the dictionary. */
  uses: number;
  /** Whether an administrator has changed the dictionary. */
  isChanged: boolean;
}

export async function listDictionaries(
  db: Kysely<Database>,
  { keyword, parentCode }: { keyword?: string | null; parentCode?: string | null },
  { pageNum, pageSize }: Page,
): Promise<{ rows: DictionaryRow[]; total: number }> {
  const like = `%${(keyword ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;
  const today = timeText(new Date()).slice(0, 10);
  let query = db
    .selectFrom('sys_dict_type as t')
    .leftJoin('sys_dict_type as p', 'p.code', 't.parent_id')
    .where(
      sql<SqlBool>`(t.code ilike ${like} or t.name ilike ${like} or exists (select 1 from sys_dict_item i where i.type_code = t.code and i.dict_label ilike ${like}))`,
    );
  if (parentCode) query = query.where(sql<SqlBool>`(t.parent_id = ${parentCode} or t.code = ${parentCode})`);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select([
      't.code as typeCode',
      't.name as typeName',
      't.parent_id as parentCode',
      sql<string>`coalesce(p.name, '')`.as('parentName'),
      sql<number>`(select count(*)::integer from sys_dict_item i where i.type_code = t.code)`.as('count'),
      sql<number>`(select count(*)::integer from sys_dict_item i where i.type_code = t.code
        and (i.is_disabled or i.valid_from > ${today} or i.valid_to < ${today}))`.as('inactive'),
      sql<number>`(select count(distinct (r.kind, r.doc_key))::integer from doc_reference r where r.to_kind = 'dictionary' and r.to_name = t.code)`.as(
        'uses',
      ),
      't.is_changed as isChanged',
    ])
    .orderBy('t.code')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
}

/**
 * Removes a dictionary that no document or draft uses and that has no child dictionaries. Otherwise refuses with
 * IN_USE; the items can be disabled instead.
 */
export async function removeDictionary(trx: Trx, typeCode: string): Promise<void> {
  await lockDictionaries(trx);
  const type = await trx.selectFrom('sys_dict_type').select('name').where('code', '=', typeCode).executeTakeFirst();
  if (!type) throw new Refusal('404');
  const child = await trx
    .selectFrom('sys_dict_type')
    .select('name')
    .where('parent_id', '=', typeCode)
    .executeTakeFirst();
  if (child) throw new Refusal('IN_USE', { name: type.name, what: `下级字典“${child.name}”` });
  const [use] = await dictionaryUses(trx, typeCode);
  if (use) throw new Refusal('IN_USE', { name: type.name, what: `引用它的“${use.name}”` });
  await copyToRecycleBin(trx, {
    kind: 'dictionary',
    key: typeCode,
    name: type.name,
    rowsByTable: [
      { table: 'sys_dict_type', where: sql<SqlBool>`t.code = ${typeCode}` },
      { table: 'sys_dict_item', where: sql<SqlBool>`t.type_code = ${typeCode}` },
    ],
  });
  await trx.deleteFrom('sys_dict_type').where('code', '=', typeCode).execute();
}
