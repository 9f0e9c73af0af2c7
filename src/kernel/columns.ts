import type { CompiledField } from './form.ts';
import { isTableNode } from './nodes.ts';

/**
 * How the values of a field stand in a typed column of the record tables. `texts`: several values (multi-select, check
 * boxes, cascader, several people, the two ends of a range). Switches, months, years, times and dates in any format that
 * does not begin like ISO are `text`.
 */
export type ColumnKind = 'text' | 'number' | 'date' | 'timestamp' | 'texts';

/** The type of a column in the database. */
export const COLUMN_TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text collate "C"',
  number: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
  texts: 'text[] collate "C"',
};

/** The same types where a JSON value is converted: without a collation. */
export const COLUMN_CASTS: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
  texts: 'text[]',
};

const TIMES: ReadonlySet<string> = new Set(['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DDTHH:mm:ss']);

/** Which kind of column a field of this definition needs; a sub-table has none. */
export function columnKind({ node, valueType, definition }: CompiledField): ColumnKind | null {
  if (isTableNode(node)) return null;
  if (valueType === 'double') return 'number';
  if (valueType === 'list' || definition.comparedAs?.(node as never) !== undefined) return 'texts';
  const format = definition.dateFormat?.(node as never);
  if (format === undefined) return 'text';
  return format === 'YYYY-MM-DD' ? 'date' : TIMES.has(format) ? 'timestamp' : 'text';
}

/** Are these the two ends of a range? */
export const isRange = ({ node, definition }: CompiledField): boolean =>
  definition.comparedAs?.(node as never) === 'span';

export type ColumnValue = string | number | string[] | null;

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A day or moment in the form in which every database reads it; null where there is no such moment. */
function momentOf(value: unknown, kind: 'date' | 'timestamp'): string | null {
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] =
    (typeof value === 'string' ? MOMENT.exec(value.trim()) : null) ?? [];
  if (year === '' || year === '0000') return null;
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (at.getUTCMonth() + 1 !== Number(month) || at.getUTCDate() !== Number(day)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return kind === 'date' ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const textOf = (value: unknown): string => (isScalar(value) ? String(value) : JSON.stringify(value));

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsOf) : value === null || value === undefined ? [] : [textOf(value)];

/**
 * The value of a column for a stored value: the one table of conversions. What does not fit the kind is null; an empty
 * text is an empty text, and an empty list an empty list. Never throws.
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
      return momentOf(value, kind);
    case 'texts':
      return textsOf(value);
  }
}

const sameNumber = (a: unknown, b: unknown): boolean => a !== null && b !== null && Number(a) === Number(b);

/** Is a value read from a column (numbers come as texts) the one that was written there? */
export function isSameColumnValue(kind: ColumnKind, written: ColumnValue, read: ColumnValue): boolean {
  if (written === read) return true;
  if (kind === 'number') return sameNumber(written, read);
  return kind === 'texts' && JSON.stringify(written) === JSON.stringify(read);
}
