import type { CompiledColumn, Row, Scope, Option } from '../../../kernel/index.ts';
import type { RequestCall } from '../../../requests/index.ts';
import { createRowWatch, type RowWatch } from '../watch/rowWatch.ts';
import { createCellCalls, type CellCalls } from './calls.ts';
import { createCursor, type Cursor } from './cursor.ts';
import { createFormulas, type Formulas } from './formulas.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createEdit } from './operations.ts';
import { createProblems, type CellProblems } from './problems.ts';
import type { Change } from './splices.ts';
import { createRowStore, type RowStore } from './rowStore.ts';
import { createSelection, type Selection } from './selection.ts';
import { createTopics, type Topics } from './topics.ts';
import { createTotals, type Summary } from './totals.ts';

export interface TableStoreOptions {
  columns: readonly CompiledColumn[];
  value: unknown;
  /** Returns the stored rows in any form that `readRows` accepts. Default: the value itself. */
  getStoredRows?(): unknown;
  /** Returns the current scope of the form that contains the table. */
  scope(): Scope;
  /** Called with all rows after every change. */
  onEmit(rows: readonly Row[]): void;
  /** Called with every change after it is applied. */
  onChange?(change: Change): void;
  /** Sends the request of a watched column. */
  request(call: RequestCall): Promise<unknown>;
  /** Returns the message for a failed call. */
  failureText(error: unknown): string;
  /** Returns the options of a column if they are loaded. */
  options(key: string): readonly Option[] | undefined;
}

/** State of one sub-table, outside React: rows, cursor, selection, problems, and subscriptions to their changes. */
export interface TableStore {
  topics: Topics;
  rows: RowStore;
  cursor: Cursor;
  selection: Selection;
  problems: CellProblems;
  jobs: Jobs;
  calls: CellCalls;
  watch: RowWatch;
  formulas: Formulas;
  summaries: readonly Summary[];
}

export function createTableStore({
  columns,
  value,
  getStoredRows,
  scope,
  onEmit,
  onChange,
  request,
  failureText,
  options,
}: TableStoreOptions): TableStore {
  const topics = createTopics();
  const formulas = createFormulas(columns, scope);
  const summaries = columns.flatMap(({ key, node: { summary } }): Summary[] =>
    summary ? [{ key, kind: summary }] : [],
  );
  const selection = createSelection(topics);
  const problems = createProblems(topics);
  const cursor = createCursor(topics);
  const cellCalls = createCellCalls(topics);
  const watch = createRowWatch({
    columns,
    scope,
    cellCalls,
    request,
    failureText,
    options,
    findRow: (id) => rows.all()[rows.indexOf(id)],
    write(edits) {
      // several watched columns of one row may have been answered at the same time: combines their values
      const byIndex = new Map<number, Record<string, unknown>>();
      for (const { rowId, values } of edits)
        byIndex.set(rows.indexOf(rowId), { ...byIndex.get(rows.indexOf(rowId)), ...values });
      const change = createEdit(
        rows.all(),
        [...byIndex].sort(([a], [b]) => a - b).map(([index, values]) => ({ index, values })),
      );
      rows.commit(change, { isLogged: false });
      return change;
    },
  });
  const rows: RowStore = createRowStore({
    value,
    formulas,
    totals: createTotals(summaries),
    topics,
    onEmit,
    onChange,
    watch,
    getStoredRows,
  });
  let activeIndex = -1;
  topics.subscribe('cursor', () => {
    const active = cursor.active();
    activeIndex = active ? rows.indexOf(active.rowId) : -1;
  });
  topics.subscribe('structure', () => {
    const allRows = rows.all();
    selection.prune(allRows);
    problems.prune(allRows);
    cellCalls.prune(({ rowId, column }, value) => Object.is(allRows[rows.indexOf(rowId)]?.fieldsMap[column], value));
    const active = cursor.active();
    // if the active row was removed, the row in its place becomes active
    if (active && rows.indexOf(active.rowId) < 0)
      cursor.move(
        allRows.length === 0
          ? null
          : { rowId: allRows[Math.max(0, Math.min(activeIndex, allRows.length - 1))].id, column: active.column },
      );
    else if (active && rows.indexOf(cursor.anchor()?.rowId ?? '') < 0) cursor.move(active);
  });
  return {
    topics,
    rows,
    cursor,
    selection,
    problems,
    jobs: createJobs(topics),
    calls: cellCalls,
    watch,
    formulas,
    summaries,
  };
}
