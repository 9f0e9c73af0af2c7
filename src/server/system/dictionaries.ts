import { sql, type Kysely } from 'kysely';
import type { Dictionary } from '../../grammar/documents.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/id.ts';
import type { Trx } from '../store/transaction.ts';
import { textHash } from '../store/textHash.ts';

type Item = Dictionary['items'][number];
export interface DictType {
  id: string;
  typeCode: string;
  typeName: string;
  parentId: string | null;
  children?: DictType[];
}

/** Items of a dictionary in order, disabled ones only when asked for. Refuses with 404 for an unknown code: a field that names it is wrong. */
export async function dictionaryItems(db: Kysely<Database>, typeCode: string, isAll = false): Promise<Item[]> {
  const rows = await db
    .selectFrom('sys_dict_type as t')
    .leftJoin('sys_dict_item as i', 'i.type_code', 't.code')
    .where('t.code', '=', typeCode)
    .orderBy('i.sn')
    .orderBy('i.id')
    .select(['i.dict_label', 'i.dict_value', 'i.list_class', 'i.sn', 'i.is_disabled'])
    .execute();
  if (rows.length === 0) throw new Refusal('404');
  return rows.flatMap(({ dict_label, dict_value, list_class, sn, is_disabled }) => {
    if (dict_label === null || dict_value === null || (is_disabled && !isAll)) return [];
    return [
      {
        dictLabel: dict_label,
        dictValue: dict_value,
        ...(list_class ? { listClass: list_class } : {}),
        sn: sn ?? 0,
        ...(is_disabled ? { disabled: true } : {}),
      },
    ];
  });
}

/** All dictionaries as a tree (CL-048). */
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

/** A dictionary as its editor reads it. `revision` says which state this is: sent back with a change, it must still be that one. */
export interface KeptDictionary extends Dictionary {
  revision: string;
}

const revisionOf = ({ typeName, items }: Dictionary): string => textHash(JSON.stringify([typeName, items]));

export async function dictionary(db: Kysely<Database>, typeCode: string): Promise<KeptDictionary> {
  const type = await db.selectFrom('sys_dict_type').select('name').where('code', '=', typeCode).executeTakeFirst();
  if (!type) throw new Refusal('404');
  const kept = { typeCode, typeName: type.name, items: await dictionaryItems(db, typeCode, true) };
  return { ...kept, revision: revisionOf(kept) };
}

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

/** One who changes or removes a dictionary after the other; also of one that is not there yet. */
const lockDictionary = (trx: Trx, typeCode: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`dictionary ${typeCode}`}, 0))`.execute(trx);

/**
 * Writes a dictionary whole; from then on the shipped form is not loaded over it. Refuses with REQUEST_INVALID when a value
 * repeats or says nothing, with DICT_STALE when a `revision` is sent and somebody changed the dictionary since.
 */
export async function saveDictionary(
  trx: Trx,
  { typeCode, typeName, items, revision }: Dictionary & { revision?: string | null },
): Promise<void> {
  if (new Set(items.map(({ dictValue }) => dictValue)).size < items.length) throw invalid('字典项的值重复');
  await lockDictionary(trx, typeCode);
  if (revision) {
    const exists = await trx.selectFrom('sys_dict_type').select('code').where('code', '=', typeCode).executeTakeFirst();
    if (!exists || (await dictionary(trx, typeCode)).revision !== revision) throw new Refusal('DICT_STALE');
  }
  await trx
    .insertInto('sys_dict_type')
    .values({ code: typeCode, name: typeName, parent_id: null, is_changed: true })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ name: typeName, is_changed: true }))
    .execute();
  // item by item, so that the audit log says what changed
  await sql`delete from sys_dict_item where type_code = ${typeCode} and not dict_value = any(${items.map(({ dictValue }) => dictValue)}::text[])`.execute(
    trx,
  );
  if (items.length === 0) return;
  await trx
    .insertInto('sys_dict_item')
    .values(
      items.map(({ dictLabel, dictValue, listClass, sn, disabled }, index) => ({
        id: newId(),
        type_code: typeCode,
        dict_label: dictLabel,
        dict_value: dictValue,
        list_class: listClass ?? null,
        sn: sn ?? index + 1,
        is_disabled: disabled ?? false,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['type_code', 'dict_value']).doUpdateSet((old) => ({
        dict_label: old.ref('excluded.dict_label'),
        list_class: old.ref('excluded.list_class'),
        sn: old.ref('excluded.sn'),
        is_disabled: old.ref('excluded.is_disabled'),
      })),
    )
    .execute();
}

/** Removes a dictionary that no form or screen in force names; else refuses with IN_USE, and its items may be disabled instead. */
export async function removeDictionary(trx: Trx, typeCode: string): Promise<void> {
  await lockDictionary(trx, typeCode);
  const type = await trx.selectFrom('sys_dict_type').select('name').where('code', '=', typeCode).executeTakeFirst();
  if (!type) throw new Refusal('404');
  const {
    rows: [use],
  } = await sql<{
    name: string;
  }>`select d.name from doc_document d join doc_version v on v.kind = d.kind and v.doc_key = d.doc_key and v.version = d.published_version
    where position(${`"dictCode":${JSON.stringify(typeCode)}`} in coalesce(v.canonical, '')) > 0 order by d.kind, d.doc_key limit 1`.execute(
    trx,
  );
  if (use) throw new Refusal('IN_USE', { name: type.name, what: `引用它的“${use.name}”` });
  await trx.deleteFrom('sys_dict_type').where('code', '=', typeCode).execute();
}
