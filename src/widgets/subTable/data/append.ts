import type { Row } from '../../../kernel/index.ts';
import type { TableModel } from '../model.ts';
import { createFiller } from './fill.ts';

export interface Appended {
  rows: readonly Row[];
  /** Of those given, how many had no room. */
  beyond: number;
  /** Columns of which something was left out. */
  refused: ReadonlySet<string>;
}

interface Options {
  /** While it takes long: 正在导入. */
  title: string;
  vouched?: ReadonlySet<string>;
  /** Called once the new rows were checked. */
  onChecked?(rows: readonly Row[]): void;
}

/** Rows from outside behind the last one, in slices with a bar, as one step of the history. null: cancelled, or no right to. */
export async function appendRows(
  model: TableModel,
  list: readonly Readonly<Record<string, unknown>>[],
  { title, vouched, onChecked }: Options,
): Promise<Appended | null> {
  const { actions, store, surface } = model;
  if (!actions.rights().add) return null;
  const taken = list.slice(0, actions.room());
  const filler = createFiller(model, vouched);
  const batch = actions.batch();
  const from = store.rows.all().length;
  if (
    taken.length > 0 &&
    !(await store.jobs.run({ title, count: taken.length, step: (i) => batch.append(filler.of(taken[i])) }))
  )
    return null;
  const rows = batch.commit();
  void actions.checkRows(rows).then(() => onChecked?.(rows));
  requestAnimationFrame(() => surface.current?.reveal(from));
  return { rows, beyond: list.length - taken.length, refused: filler.refused };
}
