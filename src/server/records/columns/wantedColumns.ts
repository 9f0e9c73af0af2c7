import { columnKind, type ColumnKind } from '../../../records/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { isTable, type CompiledField, type CompiledForm } from '../../../kernel/index.ts';
import { keptKeys } from '../../../relations/index.ts';

/** A column that a definition needs. */
export interface WantedColumn {
  key: string;
  kind: ColumnKind;
}

/** Returns the columns of a field: its value and, if the field stores one, its display text. */
const columnsOfField = (field: CompiledField): WantedColumn[] => {
  const kind = columnKind(field);
  if (kind === null) return [];
  return [
    { key: field.key, kind },
    ...(field.hasCompanion ? [{ key: companionKey(field.key), kind: 'text' } as const] : []),
  ];
};

const withoutDuplicates = (columns: readonly WantedColumn[]): WantedColumn[] => [
  ...new Map(columns.map((column) => [`${column.kind} ${column.key}`, column])).values(),
];

/**
 * Returns the columns that a form's definition needs, by sub-table key ('': the form itself), without those of kept
 * values.
 */
export function wantedColumns(form: CompiledForm): Map<string, WantedColumn[]> {
  const kept = keptKeys(form.definition);
  const fields = [...form.fields.values()].filter((field) => !isTable(field) && !kept.has(field.key));
  return new Map([
    ['', withoutDuplicates(fields.flatMap(columnsOfField))],
    ...[...form.tables].map(([key, table]): [string, WantedColumn[]] => [
      key,
      withoutDuplicates(table.columns.flatMap(columnsOfField)),
    ]),
  ]);
}
