import type { Row } from '../../../kernel/index.ts';
import { insertion } from './operations.ts';
import type { RowStore } from './rows.ts';
import type { Splice } from './splices.ts';

type Values = Readonly<Record<string, unknown>>;

/** Many rows made ready one by one (in slices, when they are many) and committed as one step of the history. */
export interface Batch {
  /** These values into the row at this position. */
  edit(index: number, values: Values): void;
  /** A new row behind the last, default values first. */
  append(values: Values): void;
  /** Writes everything; answers the rows that changed or came. Nothing at all is no step. */
  commit(): readonly Row[];
}

interface Ready {
  index: number;
  base: Row;
  next: Row;
  values: Values;
}

const written = (row: Row, values: Values): Row =>
  Object.keys(values).every((key) => Object.is(row.fieldsMap[key], values[key]))
    ? row
    : { ...row, fieldsMap: { ...row.fieldsMap, ...values } };

export function createBatch(rows: RowStore, newRow: () => Row): Batch {
  const edits: Ready[] = [];
  const added: Row[] = [];
  /** A row may have changed or moved since it was made ready (an answer came in): then it is made anew. */
  const settled = ({ index, base, next, values }: Ready): Ready | null => {
    const at = rows.indexOf(base.id, index);
    const now = rows.all()[at];
    if (now === base) return { index: at, base, next, values };
    return now === undefined ? null : { index: at, base: now, next: rows.derive(written(now, values), now), values };
  };
  return {
    edit(index, values) {
      const base = rows.all()[index];
      if (base === undefined) return;
      const next = written(base, values);
      if (next !== base) edits.push({ index, base, next: rows.derive(next, base), values });
    },
    append(values) {
      added.push(rows.derive(written(newRow(), values), null));
    },
    commit() {
      const change: { at: number; removed: Row[]; inserted: Row[] }[] = [];
      const ready = edits
        .map(settled)
        .filter((edit) => edit !== null)
        .sort((a, b) => a.index - b.index);
      for (const { index, base, next } of ready) {
        const last = change.at(-1);
        if (last && last.at + last.removed.length === index) {
          last.removed.push(base);
          last.inserted.push(next);
        } else change.push({ at: index, removed: [base], inserted: [next] });
      }
      const full: readonly Splice[] = [...change, ...(added.length > 0 ? insertion(rows.all().length, added) : [])];
      if (full.length > 0) rows.commit(full, { isDerived: true });
      return [...ready.map((edit) => edit.next), ...added];
    },
  };
}
