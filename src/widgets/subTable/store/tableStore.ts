import type { CompiledColumn, Row, Scope } from '../../../kernel/form.ts';
import { createCursor, type Cursor } from './cursor.ts';
import { createFormulas, type Formulas } from './formulas.ts';
import { createJobs, type Jobs } from './jobs.ts';
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
}

/** Everything one sub-table knows, outside React: rows, cursor, ticks, problems, and who listens to what. */
export interface TableStore {
  topics: Topics;
  rows: RowStore;
  cursor: Cursor;
  selection: Selection;
  problems: CellProblems;
  jobs: Jobs;
  formulas: Formulas;
  summaries: readonly Summary[];
}

export function createTableStore({ columns, value, scope, onEmit }: TableStoreOptions): TableStore {
  const topics = createTopics();
  const formulas = createFormulas(columns, scope);
  const summaries = columns.flatMap(({ key, node: { summary } }): Summary[] => (summary ? [{ key, kind: summary }] : []));
  const selection = createSelection(topics);
  const problems = createProblems(topics);
  const cursor = createCursor(topics);
  const rows = createRowStore({ value, formulas, totals: createTotals(summaries), topics, onEmit });
  topics.subscribe('structure', () => {
    const all = rows.all();
    selection.prune(all);
    problems.prune(all);
    const active = cursor.active();
    if (active && rows.indexOf(active.rowId) < 0) cursor.move(null);
  });
  return { topics, rows, cursor, selection, problems, jobs: createJobs(topics), formulas, summaries };
}
