import type { Row } from '../../../kernel/index.ts';
import type { TableModel } from '../model.ts';
import { createFiller } from './filler.ts';

export interface AppendResult {
  rows: readonly Row[];
  /** Number of rows that were not added because the table is full. */
  skippedCount: number;
  /** Keys of columns whose values were dropped because the person may not fill them. */
  refusedKeys: ReadonlySet<string>;
}

interface Options {
  /** Title of the progress bar, such as 正在导入. */
  title: string;
  /**
   * Keys of columns whose values the server reads from the source itself. These values are kept if the person may read
   * the column, even if they may not fill it.
   */
  lookedUpKeys?: ReadonlySet<string>;
  /** Called after the new rows have been validated. */
  onChecked?(rows: readonly Row[]): void;
}

/**
 * Appends rows from another source (`sourceRows`) as one undo step. Works in slices, so that the page can show a
 * progress bar and react. Returns null if the user may not add rows, if they cancelled, or if another job of the table
 * is running.
 */
export async function appendRows(
  model: TableModel,
  sourceRows: readonly Readonly<Record<string, unknown>>[],
  { title, lookedUpKeys, onChecked }: Options,
): Promise<AppendResult | null> {
  const { actions, store, surface } = model;
  if (!actions.rights().add) return null;
  const rowsToAdd = sourceRows.slice(0, actions.remainingRows());
  const filler = createFiller(model, lookedUpKeys);
  const batch = actions.batch();
  const firstNewIndex = store.rows.all().length;
  const isDone =
    rowsToAdd.length === 0 ||
    (await store.jobs.runSteps({
      title,
      count: rowsToAdd.length,
      step: (i) => batch.append(filler.acceptedValues(rowsToAdd[i])),
    }));
  if (!isDone) return null;
  const rows = batch.commit();
  void actions.checkRows(rows).then(() => onChecked?.(rows));
  requestAnimationFrame(() => surface.current?.reveal(firstNewIndex));
  return { rows, skippedCount: sourceRows.length - rowsToAdd.length, refusedKeys: filler.refusedKeys };
}
