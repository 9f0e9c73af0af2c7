import {
  columnKind,
  companionKey,
  isTable,
  keptKeys,
  type ColumnKind,
  type CompiledField,
  type CompiledForm,
} from '../../../kernel/index.ts';

/** A column that a definition needs. */
export interface WantedColumn {
  key: string;
  kind: ColumnKind;
}

/** A value and, beside it, its stored display text. */
const columnsOfField = (field: CompiledField): WantedColumn[] => {
  const kind = columnKind(field);
  if (kind === null) return [];
  return [
    { key: field.key, kind },
    ...(field.hasCompanion ? [{ key: companionKey(field.key), kind: 'text' } as const] : []),
  ];
};

const once = (columns: readonly WantedColumn[]): WantedColumn[] => [
  ...new Map(columns.map((column) => [`${column.kind} ${column.key}`, column])).values(),
];

/** The columns of entered values that a form's definition needs: of the form itself ('') and of each sub-table, by its key. */
export function wantedColumns(form: CompiledForm): Map<string, WantedColumn[]> {
  const kept = keptKeys(form.definition);
  const fields = [...form.fields.values()].filter((field) => !isTable(field) && !kept.has(field.key));
  return new Map([
    ['', once(fields.flatMap(columnsOfField))],
    ...[...form.tables].map(([key, table]): [string, WantedColumn[]] => [
      key,
      once(table.columns.flatMap(columnsOfField)),
    ]),
  ]);
}
