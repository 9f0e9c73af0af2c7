import type { CompiledForm } from '../../../kernel/index.ts';
import { MAX_TABLE_ROWS } from '../../../rules/tables.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RecordValues } from '../tables.ts';

/**
 * Refuses with ROW_LIMIT if the sub-tables have more than MAX_TABLE_ROWS rows in total. Must be called before any
 * other check of the values.
 */
export function refuseTooManyRows(form: CompiledForm, { childTables }: RecordValues): void {
  let rowCount = 0;
  for (const [key, rows] of Object.entries(childTables)) {
    rowCount += rows.length;
    if (rowCount > MAX_TABLE_ROWS)
      throw new Refusal('ROW_LIMIT', {
        label: form.tables.get(key)?.node.label || key,
        count: rowCount,
        limit: MAX_TABLE_ROWS,
      });
  }
}
