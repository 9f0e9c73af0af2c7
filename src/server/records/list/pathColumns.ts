import { sql, type RawBuilder } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import {
  companionKey,
  fieldsOf,
  isTableNode,
  RECORD_COLUMNS,
  relatedIds,
  relationOf,
  type FormDefinition,
} from '../../../kernel/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Found } from '../access/accessPaths.ts';
import type { ListOrder } from './listPages.ts';

/** What a path such as `contract.customer.customerName` leads to from one record: a value, and its display text where it has one. */
export interface PathValue {
  value: unknown;
  label?: string;
}

/** A record of a list with what its columns along relations show, by path. A path that leads to nothing is absent. */
export type ListedRecord = FormRecord & { related?: Record<string, PathValue> };

/** More relations than this one after the other are not followed. */
const MOST_STEPS = 4;

/** What following a path needs of the server. */
export interface Following {
  /** The definition in force; null: no such form. */
  formOf(formKey: string): Promise<FormDefinition | null>;
  /** Those of these records that the person may read, as they see them, by id. */
  read(formKey: string, ids: readonly string[]): Promise<ReadonlyMap<string, FormRecord>>;
}

const unknown = (path: string): Refusal => new Refusal('REQUEST_INVALID', { detail: `没有可显示的字段“${path}”` });

/** The relation to one record with which a path begins. Refuses a path that begins otherwise. */
function firstRelation(form: FormDefinition, path: string): { name: string; to: string; rest: string } {
  const [name = '', ...rest] = path.split('.');
  const node = fieldsOf(form).get(name);
  const relation = node ? relationOf(node) : null;
  if (!relation || relation.isMultiple || rest.length === 0) throw unknown(path);
  return { name, to: relation.to, rest: rest.join('.') };
}

function ownValue(form: FormDefinition, record: FormRecord, name: string): PathValue | null {
  if (!fieldsOf(form).has(name)) {
    const value = (record as unknown as Record<string, unknown>)[name];
    return value === undefined || value === null ? null : { value };
  }
  const value = record.fieldsMap[name];
  if (value === undefined || value === null || value === '') return null;
  const label = record.fieldsMap[companionKey(name)];
  return { value, ...(typeof label === 'string' ? { label } : {}) };
}

/**
 * The values of these records of a form along these paths, by record and path. Each relation on the way is followed once
 * for all records together, so the number of statements depends on the paths alone. A record on the way that the person
 * may not read, or a field that they may not see, gives nothing. Refuses with REQUEST_INVALID a path that leads nowhere.
 */
export async function followPaths(
  following: Following,
  form: FormDefinition,
  records: readonly FormRecord[],
  paths: readonly string[],
  steps = 0,
): Promise<Map<string, Map<string, PathValue>>> {
  const found = new Map(records.map((record) => [record.id ?? '', new Map<string, PathValue>()]));
  const byRelation = new Map<string, { to: string; rests: string[] }>();
  for (const path of paths) {
    if (path.includes('.')) {
      const { name, to, rest } = firstRelation(form, path);
      const known = byRelation.get(name) ?? { to, rests: [] };
      known.rests.push(rest);
      byRelation.set(name, known);
      continue;
    }
    const node = fieldsOf(form).get(path);
    if (node ? isTableNode(node) : !Object.hasOwn(RECORD_COLUMNS, path)) throw unknown(path);
    for (const record of records) {
      const value = ownValue(form, record, path);
      if (value) found.get(record.id ?? '')?.set(path, value);
    }
  }
  for (const [name, { to, rests }] of byRelation) {
    if (steps >= MOST_STEPS) throw unknown(`${name}.${rests[0] ?? ''}`);
    const target = await following.formOf(to);
    if (!target) continue;
    const pointers = records.flatMap((record) => {
      const [id] = relatedIds(record.fieldsMap[name]);
      return id === undefined ? [] : [{ from: record.id ?? '', id }];
    });
    const ids = [...new Set(pointers.map(({ id }) => id))];
    const targets = ids.length > 0 ? await following.read(to, ids) : new Map<string, FormRecord>();
    const further = await followPaths(following, target, [...targets.values()], rests, steps + 1);
    for (const { from, id } of pointers)
      for (const [rest, value] of further.get(id) ?? []) found.get(from)?.set(`${name}.${rest}`, value);
  }
  return found;
}

/**
 * The records of a form, to be called `frm_record`, with the value that `other` is ordered by beside them as `frm_sorted`.
 * `pointer`: the column of the relation. Where the record pointed at may not be read there is none.
 */
export function withRelated(
  table: RawBuilder<unknown>,
  other: Found & { sorted: RawBuilder<unknown>; order: ListOrder },
  pointer: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const value = other.order.value ?? sql`frm_record.create_time`;
  const rows = sql`select frm_record.id as related_id, ${value} as related_value from ${other.sorted} as frm_record where ${other.filter}`;
  return sql`(select frm_record.*, related.related_value as frm_sorted from ${table} as frm_record left join (${rows}) related on related.related_id = ${pointer})`;
}

/** The relation to one record along which a list is to be sorted; null: it is sorted by a column of its own. */
export const sortedAlong = (form: FormDefinition, field: string): { name: string; to: string; rest: string } | null =>
  field.includes('.') ? firstRelation(form, field) : null;
