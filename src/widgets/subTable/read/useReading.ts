import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { raw } from '@formily/reactive';
import type { CompiledTable, Row } from '../../../kernel/index.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import { visibleColumns } from '../rights.ts';
import { arrange, isPlain, NO_WISH, textsOf, type Wish } from './arrange.ts';

/** Order and choice of rows for somebody who only reads; the record itself is not touched. */
export interface Reading {
  wish: Wish;
  /** Rows of the record, shown or not. */
  total: number;
  sort(column: string, isDown: boolean | null): void;
  /** null: all texts of the column. */
  pick(column: string, texts: ReadonlySet<string> | null): void;
  find(text: string): void;
  clear(): void;
  /** Texts of a column in all rows. */
  texts(column: string): { text: string; count: number }[];
}

const isRow = (row: unknown): row is Row =>
  typeof row === 'object' &&
  row !== null &&
  typeof (row as Row).fieldsMap === 'object' &&
  (row as Row).fieldsMap !== null;

/** The value as it is shown, and how to change that; a table that is written, or rows of another shape, are shown as they are. */
export function useReading(
  table: CompiledTable,
  session: FormSession,
  value: unknown,
  isOn: boolean,
): { shown: unknown; reading: Reading | null } {
  const [wish, setWish] = useState(NO_WISH);
  // typing in the search does not wait for ten thousand rows
  const late = useDeferredValue(wish);
  const rows = useMemo(() => {
    const plain = raw(value) as unknown;
    return isOn && Array.isArray(plain) && plain.every(isRow) ? (plain as readonly Row[]) : null;
  }, [isOn, value]);
  const shown = useMemo(
    () =>
      rows === null || isPlain(late) ? value : arrange(rows, visibleColumns(table, session.scope), session.scope, late),
    [rows, value, late, table, session],
  );
  const sort = useCallback(
    (column: string, isDown: boolean | null) =>
      setWish((before) => ({ ...before, sort: isDown === null ? null : { column, isDown } })),
    [],
  );
  const pick = useCallback(
    (column: string, texts: ReadonlySet<string> | null) =>
      setWish((before) => {
        const picked = new Map(before.picked);
        if (texts === null) picked.delete(column);
        else picked.set(column, texts);
        return { ...before, picked };
      }),
    [],
  );
  const find = useCallback((text: string) => setWish((before) => ({ ...before, find: text })), []);
  const clear = useCallback(() => setWish(NO_WISH), []);
  const texts = useCallback(
    (key: string) => {
      const column = table.columns.find((one) => one.key === key);
      return column && rows ? textsOf(rows, column, session.scope) : [];
    },
    [table, rows, session],
  );
  const reading = useMemo(
    () => (rows === null ? null : { wish, total: rows.length, sort, pick, find, clear, texts }),
    [rows, wish, sort, pick, find, clear, texts],
  );
  return { shown, reading };
}
