import type { Row } from '../../../kernel/index.ts';
import { newRowId } from '../../../domain/rowId.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads one stored row, `{ id, fieldsMap }` or a flat map of values (SC-030, SC-031); null for any other value. */
function readRow(raw: unknown): Row | null {
  if (!isObject(raw)) return null;
  if (isObject(raw.fieldsMap))
    return typeof raw.id === 'string' && raw.id !== ''
      ? (raw as unknown as Row)
      : { ...raw, id: newRowId(), fieldsMap: raw.fieldsMap };
  const { id, fieldsMap: _invalid, ...fieldsMap } = raw;
  return { id: typeof id === 'string' && id !== '' ? id : newRowId(), fieldsMap };
}

/**
 * Reads the rows of a stored value. Valid rows stay the same objects, invalid values are dropped, and missing or
 * repeated ids are replaced, so that every id is unique.
 */
export function readRows(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) return [];
  const seenIds = new Set<string>();
  const rows: Row[] = [];
  for (const raw of value as unknown[]) {
    let row = readRow(raw);
    if (row === null) continue;
    if (seenIds.has(row.id)) row = { ...row, id: newRowId() };
    seenIds.add(row.id);
    rows.push(row);
  }
  return rows;
}
