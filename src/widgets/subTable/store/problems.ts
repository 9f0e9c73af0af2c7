import type { Row } from '../../../kernel/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import type { CellRef } from './cursor.ts';
import type { Topics } from './topics.ts';

/** Problems by cell, stored by row id, so that they stay with a row when its index changes. */
export interface CellProblems {
  problemsOf(rowId: string, column: string): readonly Problem[];
  /** Returns the number of cells with problems. */
  count(): number;
  /** Replaces all problems by problems with the path `[rowIndex, column]` or `[rowIndex, 'fieldsMap', column]`. */
  load(problems: readonly Problem[], rows: readonly Row[]): void;
  set(cell: CellRef, problems: readonly Problem[]): void;
  hasRow(rowId: string): boolean;
  /** Removes the problems of rows that no longer exist. */
  prune(rows: readonly Row[]): void;
  /**
   * Returns the cells with problems and the current indexes of their rows, in reading order. `columns`: the order of
   * the columns.
   */
  list(
    rows: readonly Row[],
    columns: readonly string[],
  ): { cell: CellRef; index: number; problems: readonly Problem[] }[];
}

const NO_PROBLEMS: readonly Problem[] = [];

export function createProblems(topics: Topics): CellProblems {
  const byRow = new Map<string, Map<string, readonly Problem[]>>();
  const setCell = ({ rowId, column }: CellRef, problems: readonly Problem[]): void => {
    const cells = byRow.get(rowId) ?? new Map<string, readonly Problem[]>();
    if (problems.length > 0) cells.set(column, problems);
    else cells.delete(column);
    if (cells.size > 0) byRow.set(rowId, cells);
    else byRow.delete(rowId);
  };
  const notify = (ids: Iterable<string>): void =>
    topics.batch(() => {
      for (const id of ids) topics.touch(`row:${id}`);
      topics.touch('problems');
    });
  return {
    problemsOf: (rowId, column) => byRow.get(rowId)?.get(column) ?? NO_PROBLEMS,
    hasRow: (rowId) => byRow.has(rowId),
    count() {
      let count = 0;
      for (const cells of byRow.values()) count += cells.size;
      return count;
    },
    load(problems, rows) {
      const previousIds = [...byRow.keys()];
      byRow.clear();
      for (const problem of problems) {
        const [index, ...rest] = problem.path;
        const row = typeof index === 'number' ? rows[index] : undefined;
        const column = rest.filter((part) => part !== 'fieldsMap')[0];
        if (row === undefined || typeof column !== 'string') continue;
        setCell({ rowId: row.id, column }, [...(byRow.get(row.id)?.get(column) ?? NO_PROBLEMS), problem]);
      }
      notify(new Set([...previousIds, ...byRow.keys()]));
    },
    set(cell, problems) {
      if (problems.length === 0 && !byRow.get(cell.rowId)?.has(cell.column)) return;
      setCell(cell, problems);
      notify([cell.rowId]);
    },
    prune(rows) {
      if (byRow.size === 0) return;
      const presentIds = new Set(rows.map((row) => row.id));
      const removedIds = [...byRow.keys()].filter((id) => !presentIds.has(id));
      for (const id of removedIds) byRow.delete(id);
      if (removedIds.length > 0) topics.touch('problems');
    },
    list(rows, columns) {
      if (byRow.size === 0) return [];
      return rows.flatMap((row, index) => {
        const cells = byRow.get(row.id);
        if (!cells) return [];
        return columns.flatMap((column) => {
          const problems = cells.get(column);
          return problems ? [{ cell: { rowId: row.id, column }, index, problems }] : [];
        });
      });
    },
  };
}
