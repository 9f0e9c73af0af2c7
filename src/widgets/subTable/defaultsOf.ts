import type { CompiledTable, Scope, Option } from '../../kernel/index.ts';
import { cellText, labelKey } from './cellText.ts';

/** What a new row begins with: the defaults of its columns in document order (a later one may read an earlier one), with the text of each where one is kept. */
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
