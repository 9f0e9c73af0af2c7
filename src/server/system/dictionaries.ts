import { sql, type Kysely } from 'kysely';
import type { Dictionary } from '../../grammar/documents.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/id.ts';

type Item = Dictionary['items'][number];
export interface DictType { id: string; typeCode: string; typeName: string; parentId: string | null; children?: DictType[] }

/** Items of a dictionary in order, disabled ones only when asked for. Refuses with 404 for an unknown code: a field that names it is wrong. */
export async function dictionaryItems(db: Kysely<Database>, typeCode: string, isAll = false): Promise<Item[]> {
  const rows = await db.selectFrom('sys_dict_type as t').leftJoin('sys_dict_item as i', 'i.type_code', 't.code').where('t.code', '=', typeCode)
    .orderBy('i.sn').orderBy('i.id').select(['i.dict_label', 'i.dict_value', 'i.list_class', 'i.sn', 'i.is_disabled']).execute();
  if (rows.length === 0) throw new Refusal('404');
  return rows.flatMap(({ dict_label, dict_value, list_class, sn, is_disabled }) => {
    if (dict_label === null || dict_value === null || (is_disabled && !isAll)) return [];
    return [{ dictLabel: dict_label, dictValue: dict_value, ...(list_class ? { listClass: list_class } : {}), sn: sn ?? 0 }];
  });
}

/** All dictionaries as a tree (CL-048). */
export async function dictionaryTree(db: Kysely<Database>): Promise<DictType[]> {
  const rows = await db.selectFrom('sys_dict_type').select(['code', 'name', 'parent_id']).orderBy('code').execute();
  const build = (parentId: string | null): DictType[] => rows.filter((row) => row.parent_id === parentId).map(({ code, name }) => {
    const children = build(code);
    return { id: code, typeCode: code, typeName: name, parentId, ...(children.length > 0 ? { children } : {}) };
  });
  return build(null);
}

export async function dictionary(db: Kysely<Database>, typeCode: string): Promise<Dictionary> {
  const type = await db.selectFrom('sys_dict_type').select('name').where('code', '=', typeCode).executeTakeFirst();
  if (!type) throw new Refusal('404');
  return { typeCode, typeName: type.name, items: await dictionaryItems(db, typeCode, true) };
}

/** Writes a dictionary whole; from then on the shipped form is not loaded over it. Refuses with REQUEST_INVALID when a value repeats. */
export async function saveDictionary(db: Kysely<Database>, { typeCode, typeName, items }: Dictionary): Promise<void> {
  if (new Set(items.map(({ dictValue }) => dictValue)).size < items.length) throw new Refusal('REQUEST_INVALID', { detail: '字典项的值重复' });
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('sys_dict_type').values({ code: typeCode, name: typeName, parent_id: null, is_changed: true })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ name: typeName, is_changed: true })).execute();
    // item by item, so that the audit log says what changed
    await sql`delete from sys_dict_item where type_code = ${typeCode} and not dict_value = any(${items.map(({ dictValue }) => dictValue)}::text[])`.execute(trx);
    if (items.length === 0) return;
    await trx.insertInto('sys_dict_item').values(items.map(({ dictLabel, dictValue, listClass, sn }, index) => (
      { id: newId(), type_code: typeCode, dict_label: dictLabel, dict_value: dictValue, list_class: listClass ?? null, sn: sn ?? index + 1 })))
      .onConflict((conflict) => conflict.columns(['type_code', 'dict_value']).doUpdateSet((old) => (
        { dict_label: old.ref('excluded.dict_label'), list_class: old.ref('excluded.list_class'), sn: old.ref('excluded.sn'), is_disabled: false }))).execute();
  });
}

export async function removeDictionary(db: Kysely<Database>, typeCode: string): Promise<void> {
  const row = await db.deleteFrom('sys_dict_type').where('code', '=', typeCode).returning('code').executeTakeFirst();
  if (!row) throw new Refusal('404');
}
