import type { CompiledTable, Scope, Option } from '../../kernel/index.ts';
import { cellText, labelKey } from './cellText.ts';

/**
 * Initial values of a new row: the defaults of its columns in document order (a default may depend on earlier columns),
 * with labels where the widget stores them.
 */
export function defaultsOf(
  table: CompiledTable,
  scope: Scope,
  options: (key: string) => readonly Option[] | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const { user } = scope.situation;
  for (const column of table.columns) {
    const value = column.initial({ ...scope, row: values });
    if (value === undefined) continue;
    values[column.key] = value;
    if (!column.hasCompanion || column.isEmpty(value) || values[labelKey(column.key)] !== undefined) continue;
    values[labelKey(column.key)] = value === user.id ? user.name : cellText(column, values, options(column.key));
  }
  return values;
}
