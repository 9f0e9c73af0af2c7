import type { LookupSnapshot, LookupAnswers, LookupRequest, StoredScope } from '../rules/lookupAnswers.ts';
import type { Row } from '../kernel/index.ts';
import type { Values } from './recordValues.ts';

/** Cache of the values that the formulas of one form look up, with the list of look-ups that have no answer yet. */
export interface LookupCache extends LookupAnswers {
  /** Returns the look-ups without an answer, each once, and clears that list. */
  takeWanted(): LookupRequest[];
  /** Stores the answer of one look-up. */
  put(ask: LookupRequest, value: unknown): void;
  /** Returns the stored record and all answers as plain data. */
  snapshot(): LookupSnapshot;
  /** Replaces the stored record, after a save. */
  setStored(stored: Values | null): void;
}

const cacheKeyOf = ({ table, field, index, values, row }: LookupRequest): string =>
  JSON.stringify([table, field, index, values, row]);

/**
 * Creates the look-up cache of one form. The browser fills it while a person types, the server on each save; both
 * evaluate the same formulas against it. `stored`: the record before the change, null for a new one. `onWanted` is
 * called for each look-up that has no answer yet.
 */
export function createLookupCache(
  stored: Values | null,
  onWanted: () => void = () => undefined,
  known: LookupSnapshot['answers'] = [],
): LookupCache {
  const answers = new Map<string, { value: unknown }>(known);
  const wanted = new Map<string, LookupRequest>();
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
      const cacheKey = cacheKeyOf(ask);
      const answer = answers.get(cacheKey);
      if (!answer && !wanted.has(cacheKey)) {
        wanted.set(cacheKey, ask);
        onWanted();
      }
      return answer;
    },
    takeWanted() {
      const asks = [...wanted.values()];
      wanted.clear();
      return asks;
    },
    put(ask, value) {
      answers.set(cacheKeyOf(ask), { value });
    },
    snapshot: () => ({ before, answers: [...answers] }),
    setStored(next) {
      before = next;
      rowsById = new Map();
    },
  };
}

/** Answers for which no look-up is pending: a missing answer counts as an empty value. */
export function answersWithEmptyDefault(cache: LookupCache): LookupAnswers {
  return { stored: cache.stored, find: (ask) => cache.find(ask) ?? { value: null }, snapshot: cache.snapshot };
}
