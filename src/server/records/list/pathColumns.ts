import { sql, type RawBuilder } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { fieldsOf, RECORD_COLUMNS } from '../../../relations/index.ts';
import { isTableNode, relatedIds, relationOf, type FormDefinition } from '../../../kernel/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RecordSelection } from '../access/accessPaths.ts';
import type { ListOrder } from './listPages.ts';

/**
 * The value at the end of a relation path such as `contract.customer.customerName`. `label`: its display text, absent
 * if none is stored.
 */
export interface PathValue {
  value: unknown;
  label?: string;
}

/** A record of a list with the values of its relation paths, by path. A path without a value is absent. */
export type ListedRecord = FormRecord & { related?: Record<string, PathValue> };

/** Maximum number of relations in one path. */
const MAX_RELATION_STEPS = 4;

/** The functions by which `followPaths` reads definitions and records. */
export interface PathReader {
  /** Returns the published definition of a form; null if there is no such form. */
  formOf(formKey: string): Promise<FormDefinition | null>;
  /** Returns the records with these ids that the person may read, as the person sees them, by id. */
  read(formKey: string, ids: readonly string[]): Promise<ReadonlyMap<string, FormRecord>>;
}

const unknownPath = (path: string): Refusal => new Refusal('REQUEST_INVALID', { detail: `没有可显示的字段“${path}”` });

/**
 * Returns the first relation of a path, its target form (`to`) and the rest of the path. Refuses a path that does not
 * begin with a relation to a single record.
 */
function firstRelation(form: FormDefinition, path: string): { name: string; to: string; rest: string } {
  const [name = '', ...rest] = path.split('.');
  const node = fieldsOf(form).get(name);
  const relation = node ? relationOf(node) : null;
  if (!relation || relation.isMultiple || rest.length === 0) throw unknownPath(path);
  return { name, to: relation.to, rest: rest.join('.') };
}

/**
 * Returns the value of a field or system column of a record, with the stored display text of a field; null if there is
 * no value.
 */
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
 * Returns the values of these relation paths for these records of a form, by record id and path. Each relation is
 * followed once for all records together, so the number of statements depends only on the paths. `steps`: the number
 * of relations already followed. A path has no value if it leads through a record that the person may not read, or to
 * a field that the person may not see. Refuses with REQUEST_INVALID an unknown path and a path of more than
 * `MAX_RELATION_STEPS` relations.
 */
export async function followPaths(
  reader: PathReader,
  form: FormDefinition,
  records: readonly FormRecord[],
  paths: readonly string[],
  steps = 0,
): Promise<Map<string, Map<string, PathValue>>> {
  const valuesByRecord = new Map(records.map((record) => [record.id ?? '', new Map<string, PathValue>()]));
  const byRelation = new Map<string, { to: string; restPaths: string[] }>();
  for (const path of paths) {
    if (path.includes('.')) {
      const { name, to, rest } = firstRelation(form, path);
      const pathsOfRelation = byRelation.get(name) ?? { to, restPaths: [] };
      pathsOfRelation.restPaths.push(rest);
      byRelation.set(name, pathsOfRelation);
      continue;
    }
    const node = fieldsOf(form).get(path);
    if (node ? isTableNode(node) : !Object.hasOwn(RECORD_COLUMNS, path)) throw unknownPath(path);
    for (const record of records) {
      const value = ownValue(form, record, path);
      if (value) valuesByRecord.get(record.id ?? '')?.set(path, value);
    }
  }
  for (const [name, { to, restPaths }] of byRelation) {
    if (steps >= MAX_RELATION_STEPS) throw unknownPath(`${name}.${restPaths[0] ?? ''}`);
    const target = await reader.formOf(to);
    if (!target) continue;
    const references = records.flatMap((record) => {
      const [id] = relatedIds(record.fieldsMap[name]);
      return id === undefined ? [] : [{ from: record.id ?? '', id }];
    });
    const ids = [...new Set(references.map(({ id }) => id))];
    const targets = ids.length > 0 ? await reader.read(to, ids) : new Map<string, FormRecord>();
    const targetValues = await followPaths(reader, target, [...targets.values()], restPaths, steps + 1);
    for (const { from, id } of references)
      for (const [rest, value] of targetValues.get(id) ?? []) valuesByRecord.get(from)?.set(`${name}.${rest}`, value);
  }
  return valuesByRecord;
}

/**
 * Returns a subquery of the records of a form with an additional column `frm_sorted`, which contains the value of the
 * related record that sorts the list. The value is null if there is no related record or the person may not read it.
 * The statement must name the subquery `frm_record`. `relatedList`: the readable records of the related form with
 * their order. `relatedId`: the column of the relation, as SQL.
 */
export function withRelatedValue(
  table: RawBuilder<unknown>,
  relatedList: RecordSelection & { pageTable: RawBuilder<unknown>; order: ListOrder },
  relatedId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const value = relatedList.order.value ?? sql`frm_record.create_time`;
  const rows = sql`select frm_record.id as related_id, ${value} as related_value from ${relatedList.pageTable} as frm_record where ${relatedList.filter}`;
  return sql`(select frm_record.*, related.related_value as frm_sorted from ${table} as frm_record left join (${rows}) related on related.related_id = ${relatedId})`;
}

/**
 * Returns the first relation of the relation path that sorts a list; null if `field` is a column of the form itself.
 */
export const sortRelation = (form: FormDefinition, field: string): { name: string; to: string; rest: string } | null =>
  field.includes('.') ? firstRelation(form, field) : null;
