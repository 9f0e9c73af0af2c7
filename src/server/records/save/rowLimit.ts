import type { CompiledForm } from '../../../kernel/index.ts';
import { MAX_TABLE_ROWS } from '../../../rules/tables.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RecordValues } from '../tables.ts';

/** Before anything is judged: more rows than any table may have, or all of them together, are refused with ROW_LIMIT. */
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
