import { type CompiledField, isTableNode, isTable, type CompiledForm } from '../kernel/index.ts';
import { companionKey } from '../domain/companionKey.ts';
import { keptKeys } from '../relations/index.ts';

/**
 * The kind of database column that stores the values of a field. `texts`: several values (multi-select, check boxes,
 * cascader, both ends of a range). `ids`: several people, departments or units, whose ids the record stores in one
 * text, joined by commas. Switches, months, years, times, and dates in a format that is not ISO are `text`.
 */
export type ColumnKind = 'text' | 'number' | 'date' | 'timestamp' | 'texts' | 'ids';

/** The database type of each kind of column. */
export const COLUMN_TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text collate "C"',
  number: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
  texts: 'text[] collate "C"',
  ids: 'text[] collate "C"',
};

/** The database type to which a JSON value is cast for each kind of column; a cast has no collation. */
export const COLUMN_CASTS: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
  texts: 'text[]',
  ids: 'text[]',
};

const TIMESTAMP_FORMATS: ReadonlySet<string> = new Set([
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DD HH:mm',
  'YYYY-MM-DDTHH:mm:ss',
]);

/** Returns the kind of column that a field needs; null for a sub-table. */
export function columnKind({
  node,
  valueType,
  definition,
}: Pick<CompiledField, 'node' | 'valueType' | 'definition'>): ColumnKind | null {
  if (isTableNode(node)) return null;
  if (valueType === 'double') return 'number';
  const comparison = definition.comparedAs?.(node as never);
  // the database computes the value of a roll-up or computed field in its stored form: one text, ids joined by commas
  if (comparison === 'ids') return node.rollup || node.computed ? 'text' : 'ids';
  if (valueType === 'list' || comparison !== undefined) return 'texts';
  const format = definition.dateFormat?.(node as never);
  if (format === undefined) return 'text';
  return format === 'YYYY-MM-DD' ? 'date' : TIMESTAMP_FORMATS.has(format) ? 'timestamp' : 'text';
}

/** Returns true if a column of this kind stores several values as a text array. */
export const hasSeveralValues = (kind: ColumnKind | undefined): boolean => kind === 'texts' || kind === 'ids';

/** Returns true if the field stores the two ends of a range. */
export const isRange = ({ node, definition }: CompiledField): boolean =>
  definition.comparedAs?.(node as never) === 'span';

/** A value as a database column stores it. */
export type ColumnValue = string | number | string[] | null;

const DATE_OR_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Returns a date or time as text for a column of this kind; null if it is not valid. A time zone and fractions of a
 * second are ignored.
 */
function dateText(value: unknown, kind: 'date' | 'timestamp'): string | null {
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] =
    (typeof value === 'string' ? DATE_OR_TIME.exec(value.trim()) : null) ?? [];
  if (year === '' || year === '0000') return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return kind === 'date' ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const textOf = (value: unknown): string => (isScalar(value) ? String(value) : JSON.stringify(value));

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsOf) : value === null || value === undefined ? [] : [textOf(value)];

/**
 * Converts a stored value to the value of its column. A value that does not fit the kind becomes null; empty texts and
 * empty lists are kept. Never throws.
 */
export function columnValue(kind: ColumnKind, value: unknown): ColumnValue {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'text':
      return textOf(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'date':
    case 'timestamp':
      return dateText(value, kind);
    case 'texts':
      return textsOf(value);
    case 'ids':
      return (Array.isArray(value) ? textsOf(value) : textOf(value).split(',')).filter((id) => id !== '');
  }
}

const isSameNumber = (a: unknown, b: unknown): boolean => a !== null && b !== null && Number(a) === Number(b);

/** Returns true if a value read from a column (numbers come as texts) equals the value that was written. */
export function isSameColumnValue(kind: ColumnKind, written: ColumnValue, read: ColumnValue): boolean {
  if (written === read) return true;
  if (kind === 'number') return isSameNumber(written, read);
  return hasSeveralValues(kind) && JSON.stringify(written) === JSON.stringify(read);
}

/** A database column that a form definition needs. */
export interface WantedColumn {
  key: string;
  kind: ColumnKind;
}

/** Returns the columns of a field: one for its value and, if the field has a companion, one for its display text. */
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
 * Returns the database columns that a form's definition needs, by sub-table key ('': the form itself). Columns of kept
 * values are left out.
 */
export function wantedColumns(form: CompiledForm): Map<string, WantedColumn[]> {
  const keysOfKeptValues = keptKeys(form.definition);
  const fields = [...form.fields.values()].filter((field) => !isTable(field) && !keysOfKeptValues.has(field.key));
  return new Map([
    ['', withoutDuplicates(fields.flatMap(columnsOfField))],
    ...[...form.tables].map(([key, table]): [string, WantedColumn[]] => [
      key,
      withoutDuplicates(table.columns.flatMap(columnsOfField)),
    ]),
  ]);
}
