import type { CompiledColumn, Row, Scope, RequestCall, Option } from '../../../kernel/index.ts';
import { createRowWatch, type RowWatch } from '../watch/rowWatch.ts';
import { createCalls, type CellCalls } from './calls.ts';
import { createCursor, type Cursor } from './cursor.ts';
import { createFormulas, type Formulas } from './formulas.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { edition } from './operations.ts';
import { createProblems, type CellProblems } from './problems.ts';
import { createRowStore, type RowStore } from './rows.ts';
import { createSelection, type Selection } from './selection.ts';
import { createTopics, type Topics } from './topics.ts';
import { createTotals, type Summary } from './totals.ts';

export interface TableStoreOptions {
  columns: readonly CompiledColumn[];
  value: unknown;
  /** Live scope of the form around. */
  scope(): Scope;
  onEmit(rows: readonly Row[]): void;
  /** Calls that watched columns set off. */
  request(call: RequestCall): Promise<unknown>;
  failureText(error: unknown): string;
  options(key: string): readonly Option[] | undefined;
}

/** Everything one sub-table knows, outside React: rows, cursor, ticks, problems, and who listens to what. */
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
  scope,
  onEmit,
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
  const calls = createCalls(topics);
  const watch = createRowWatch({
    columns,
    scope,
    calls,
    request,
    failureText,
    options,
    row: (id) => rows.all()[rows.indexOf(id)],
    write(edits) {
      // two watched columns of one row may have been answered together
      const byIndex = new Map<number, Record<string, unknown>>();
      for (const { rowId, values } of edits)
        byIndex.set(rows.indexOf(rowId), { ...byIndex.get(rows.indexOf(rowId)), ...values });
      const change = edition(
        rows.all(),
        [...byIndex].sort(([a], [b]) => a - b).map(([index, values]) => ({ index, values })),
      );
      rows.commit(change, { isLogged: false });
      return change;
    },
  });
  const rows: RowStore = createRowStore({ value, formulas, totals: createTotals(summaries), topics, onEmit, watch });
  let activeIndex = -1;
  topics.subscribe('cursor', () => {
    const active = cursor.active();
    activeIndex = active ? rows.indexOf(active.rowId) : -1;
  });
  topics.subscribe('structure', () => {
    const all = rows.all();
    selection.prune(all);
    problems.prune(all);
    calls.prune((id) => rows.indexOf(id) >= 0);
    const active = cursor.active();
    // the keyboard stays where it was: on the row that took the place of one that is gone
    if (active && rows.indexOf(active.rowId) < 0)
      cursor.move(
        all.length === 0
          ? null
          : { rowId: all[Math.max(0, Math.min(activeIndex, all.length - 1))].id, column: active.column },
      );
    else if (active && rows.indexOf(cursor.anchor()?.rowId ?? '') < 0) cursor.move(active);
  });
  return { topics, rows, cursor, selection, problems, jobs: createJobs(topics), calls, watch, formulas, summaries };
}
