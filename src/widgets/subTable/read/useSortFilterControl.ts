import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { raw } from '@formily/reactive';
import type { CompiledTable, Row } from '../../../kernel/index.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import { visibleColumns } from '../rights.ts';
import { arrangeRows, isUnsortedAndUnfiltered, NO_SORT_OR_FILTER, textsOf, type SortAndFilter } from './arrangeRows.ts';

/** Sorting and filtering of the displayed rows of a read-only table; the record itself is not changed. */
export interface SortFilterControl {
  sortAndFilter: SortAndFilter;
  /** Number of all rows of the record. */
  total: number;
  /** Sorts by a column; `isDescending` null restores the original order. */
  sort(column: string, isDescending: boolean | null): void;
  /** Shows only rows with these texts in the column; null: all texts. */
  filterByTexts(column: string, texts: ReadonlySet<string> | null): void;
  /** Shows only rows that contain all words of the text. */
  search(text: string): void;
  /** Shows all rows in their original order. */
  clear(): void;
  /** Returns the texts of a column in all rows of the record, for the filter. */
  columnTexts(column: string): { text: string; count: number }[];
}

const isRow = (row: unknown): row is Row =>
  typeof row === 'object' &&
  row !== null &&
  typeof (row as Row).fieldsMap === 'object' &&
  (row as Row).fieldsMap !== null;

/**
 * Returns the value to display, and the control that sorts and filters it. In an editable table, and for a value that
 * is not a list of rows, returns the unchanged value without a control.
 */
export function useSortFilterControl(
  table: CompiledTable,
  session: FormSession,
  value: unknown,
  isReadOnly: boolean,
): { shownValue: unknown; sortFilterControl: SortFilterControl | null } {
  const [sortAndFilter, setSortAndFilter] = useState(NO_SORT_OR_FILTER);
  // deferred, so that typing in the search does not wait for ten thousand rows
  const deferredSortAndFilter = useDeferredValue(sortAndFilter);
  const rows = useMemo(() => {
    const rawValue = raw(value) as unknown;
    return isReadOnly && Array.isArray(rawValue) && rawValue.every(isRow) ? (rawValue as readonly Row[]) : null;
  }, [isReadOnly, value]);
  const shownValue = useMemo(
    () =>
      rows === null || isUnsortedAndUnfiltered(deferredSortAndFilter)
        ? value
        : arrangeRows(rows, visibleColumns(table, session.scope), session.scope, deferredSortAndFilter),
    [rows, value, deferredSortAndFilter, table, session],
  );
  const sort = useCallback(
    (column: string, isDescending: boolean | null) =>
      setSortAndFilter((before) => ({ ...before, sort: isDescending === null ? null : { column, isDescending } })),
    [],
  );
  const pick = useCallback(
    (column: string, texts: ReadonlySet<string> | null) =>
      setSortAndFilter((before) => {
        const filterTexts = new Map(before.filterTexts);
        if (texts === null) filterTexts.delete(column);
        else filterTexts.set(column, texts);
        return { ...before, filterTexts };
      }),
    [],
  );
  const search = useCallback((text: string) => setSortAndFilter((before) => ({ ...before, searchText: text })), []);
  const clear = useCallback(() => setSortAndFilter(NO_SORT_OR_FILTER), []);
  const columnTexts = useCallback(
    (key: string) => {
      const column = table.columns.find((candidate) => candidate.key === key);
      return column && rows ? textsOf(rows, column, session.scope) : [];
    },
    [table, rows, session],
  );
  const sortFilterControl = useMemo(
    () =>
      rows === null
        ? null
        : { sortAndFilter, total: rows.length, sort, filterByTexts: pick, search, clear, columnTexts },
    [rows, sortAndFilter, sort, pick, search, clear, columnTexts],
  );
  return { shownValue, sortFilterControl };
}
