import type { CompiledForm } from '../../../kernel/index.ts';
import { MAX_TABLE_ROWS } from '../../../rules/tables.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RecordValues } from '../tables.ts';

/**
 * Refuses with ROW_LIMIT if the sub-tables have more than MAX_TABLE_ROWS rows in total. Called before any other check.
 */
export function refuseTooManyRows(form: CompiledForm, { childTables }: RecordValues): void {
  let all = 0;
  for (const [key, rows] of Object.entries(childTables)) {
    all += rows.length;
    if (all > MAX_TABLE_ROWS)
      throw new Refusal('ROW_LIMIT', {
        label: form.tables.get(key)?.node.label || key,
        count: all,
        limit: MAX_TABLE_ROWS,
      });
  }
}
