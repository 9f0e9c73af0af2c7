import type { FormRecord } from '../../../grammar/documents.ts';
import { relatedIds } from '../../../kernel/index.ts';

/** A record with its child records. */
export interface TreeRow {
  key: string;
  record: FormRecord;
  children?: TreeRow[];
}

/**
 * Builds trees of records by the relation to the parent record. Records whose parent is not among `records` are roots;
 * of a cycle, one record becomes a root, so that no record is lost.
 */
export function buildTree(records: readonly FormRecord[], parentField: string): TreeRow[] {
  const ids = new Set(records.map(({ id }) => id ?? ''));
  const childrenByParent = new Map<string, FormRecord[]>();
  const roots: FormRecord[] = [];
  for (const record of records) {
    const [parent] = relatedIds(record.fieldsMap[parentField]);
    if (parent === undefined || !ids.has(parent) || parent === record.id) roots.push(record);
    else childrenByParent.set(parent, [...(childrenByParent.get(parent) ?? []), record]);
  }
  const visited = new Set<string>();
  const rowOf = (record: FormRecord): TreeRow => {
    const key = record.id ?? '';
    visited.add(key);
    const children = (childrenByParent.get(key) ?? []).filter(({ id }) => !visited.has(id ?? '')).map(rowOf);
    return { key, record, ...(children.length > 0 ? { children } : {}) };
  };
  const rows = roots.map(rowOf);
  for (const record of records) if (!visited.has(record.id ?? '')) rows.push(rowOf(record));
  return rows;
}
