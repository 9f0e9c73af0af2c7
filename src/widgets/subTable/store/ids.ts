import type { Row } from '../../../kernel/index.ts';
import { newRowId } from '../../../domain/rowId.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One stored row in any of its forms: `{ id, fieldsMap }`, or a flat map of values (SC-030, SC-031). */
function asRow(raw: unknown): Row | null {
  if (!isObject(raw)) return null;
  if (isObject(raw.fieldsMap))
    return typeof raw.id === 'string' && raw.id !== ''
      ? (raw as unknown as Row)
      : { ...raw, id: newRowId(), fieldsMap: raw.fieldsMap };
  const { id, fieldsMap: _broken, ...fieldsMap } = raw;
  return { id: typeof id === 'string' && id !== '' ? id : newRowId(), fieldsMap };
}

/**
 * Rows of a stored value. Sound rows keep their identity; what is not a row is left out, a missing or repeated id
 * is replaced, so that an id always names one row.
 */
export function readRows(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) return [];
  const seen = new Set<string>();
  const rows: Row[] = [];
  for (const raw of value as unknown[]) {
    let row = asRow(raw);
    if (row === null) continue;
    if (seen.has(row.id)) row = { ...row, id: newRowId() };
    seen.add(row.id);
    rows.push(row);
  }
  return rows;
}
