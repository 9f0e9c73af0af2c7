import type { FormRecord } from '../../../grammar/documents.ts';
import { relatedIds } from '../../../kernel/index.ts';

/** A record with those below it. */
export interface TreeRow {
  key: string;
  record: FormRecord;
  children?: TreeRow[];
}

/**
 * Records as trees by the relation that points at the record above. Whatever has its record above not among these stands at
 * the top; so does one record of a ring, so that none is lost.
 */
export function treeOf(records: readonly FormRecord[], parentField: string): TreeRow[] {
  const ids = new Set(records.map(({ id }) => id ?? ''));
  const below = new Map<string, FormRecord[]>();
  const top: FormRecord[] = [];
  for (const record of records) {
    const [parent] = relatedIds(record.fieldsMap[parentField]);
    if (parent === undefined || !ids.has(parent) || parent === record.id) top.push(record);
    else below.set(parent, [...(below.get(parent) ?? []), record]);
  }
  const placed = new Set<string>();
  const rowOf = (record: FormRecord): TreeRow => {
    const key = record.id ?? '';
    placed.add(key);
    const children = (below.get(key) ?? []).filter(({ id }) => !placed.has(id ?? '')).map(rowOf);
    return { key, record, ...(children.length > 0 ? { children } : {}) };
  };
  const rows = top.map(rowOf);
  for (const record of records) if (!placed.has(record.id ?? '')) rows.push(rowOf(record));
  return rows;
}
