import { type Problem, problem } from '../../domain/problem/index.ts';
import type { CompiledColumn, Scope } from '../form.ts';
import { uniqueText } from '../unique.ts';

const valuesOf = (row: unknown): Readonly<Record<string, unknown>> =>
  (row as { fieldsMap?: Record<string, unknown> } | null)?.fieldsMap ?? {};

/**
 * Reports values of `unique` columns that occur in two rows of one table. The problem names the later row. It is only
 * reported if this person may change one of the two rows.
 */
export function repeatedCells(columns: readonly CompiledColumn[], rows: unknown, scope: Scope): Problem[] {
  if (!Array.isArray(rows)) return [];
  return columns
    .filter(({ node }) => node.unique !== undefined && node.unique !== false)
    .flatMap((column) => {
      const first = new Map<string, number>();
      const mayWrite = (index: number): boolean => {
        return column.access({
          ...scope,
          row: valuesOf(rows[index]),
          rowId: (rows[index] as { id?: string } | null)?.id,
          isNewRow: true,
        }).editable;
      };
      return rows.flatMap((row: unknown, index) => {
        const text = uniqueText(valuesOf(row)[column.key]);
        if (text === null) return [];
        const earlier = first.get(text);
        if (earlier === undefined) {
          first.set(text, index);
          return [];
        }
        if (!mayWrite(index) && !mayWrite(earlier)) return [];
        return [
          problem('VALUE_REPEATED', [index, column.key], { label: column.node.label || column.key, row: earlier + 1 }),
        ];
      });
    });
}
