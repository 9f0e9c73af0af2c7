import type { LookedUp, LookupAnswers, LookupAsk, StoredScope } from '../rules/lookupAnswers.ts';
import type { Row } from '../kernel/index.ts';
import type { Values } from './recordValues.ts';

/** Values looked up for one form, and what is still wanted. */
export interface LookupBook extends LookupAnswers {
  /** What formulas asked for and nobody has answered; each once. Forgotten with the call. */
  take(): LookupAsk[];
  put(ask: LookupAsk, value: unknown): void;
  all(): LookedUp;
  /** The record as it is stored from now on. */
  keep(stored: Values | null): void;
}

const nameOf = ({ table, field, index, values, row }: LookupAsk): string =>
  JSON.stringify([table, field, index, values, row]);

/**
 * The values that the formulas of one form look up: the browser fills it while somebody types, the server on each save,
 * and both let the same formulas read it. `stored`: the record before the change; null for a new one.
 */
export function createLookupBook(
  stored: Values | null,
  onWanted: () => void = () => undefined,
  known: LookedUp['answers'] = [],
): LookupBook {
  const answers = new Map<string, { value: unknown }>(known);
  const wanted = new Map<string, LookupAsk>();
  let before = stored;
  let rowsById = new Map<string, ReadonlyMap<string, Row>>();
  const rowOf = (table: string, id: string): Row | undefined => {
    let rows = rowsById.get(table);
    if (!rows) {
      const list = before?.[table];
      rows = new Map(Array.isArray(list) ? (list as Row[]).map((row) => [row.id, row]) : []);
      rowsById.set(table, rows);
    }
    return rows.get(id);
  };
  return {
    stored(table, rowId): StoredScope | null {
      if (!before) return null;
      if (table === null) return { values: before };
      const row = rowId === undefined ? undefined : rowOf(table, rowId);
      return row ? { values: before, row: row.fieldsMap } : null;
    },
    find(ask) {
      const name = nameOf(ask);
      const known = answers.get(name);
      if (!known && !wanted.has(name)) {
        wanted.set(name, ask);
        onWanted();
      }
      return known;
    },
    take() {
      const asks = [...wanted.values()];
      wanted.clear();
      return asks;
    },
    put(ask, value) {
      answers.set(nameOf(ask), { value });
    },
    all: () => ({ before, answers: [...answers] }),
    keep(next) {
      before = next;
      rowsById = new Map();
    },
  };
}

/** Answers that are complete: what is asked for beside them is empty, never what came. */
export function closedAnswers(book: LookupBook): LookupAnswers {
  return { stored: book.stored, find: (ask) => book.find(ask) ?? { value: null }, all: book.all };
}
