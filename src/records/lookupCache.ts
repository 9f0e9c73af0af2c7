import type { LookupSnapshot, LookupAnswers, LookupRequest, StoredScope } from '../rules/lookupAnswers.ts';
import type { Row } from '../kernel/index.ts';
import type { Values } from './recordValues.ts';

/** Cache of the values that the formulas of one record look up, and list of the look-ups that have no answer yet. */
export interface LookupCache extends LookupAnswers {
  /** Returns the look-ups that have no answer yet, each once, and clears the list of them. */
  takeUnanswered(): LookupRequest[];
  /** Stores the answer of one look-up. */
  put(request: LookupRequest, value: unknown): void;
  /** Returns the stored record and all answers as plain data. */
  snapshot(): LookupSnapshot;
  /** Replaces the stored record, after a save. */
  setStored(stored: Values | null): void;
}

const cacheKeyOf = ({ table, field, index, values, row }: LookupRequest): string =>
  JSON.stringify([table, field, index, values, row]);

/**
 * Creates the look-up cache of one record. The browser fills it while a person types, the server on each save; both
 * evaluate the same formulas with its answers. `stored`: the record before the change, null for a new one.
 * `onUnanswered` is called when a look-up is added to the list of those without an answer. `initialAnswers`: answers of
 * a snapshot.
 */
export function createLookupCache(
  stored: Values | null,
  onUnanswered: () => void = () => undefined,
  initialAnswers: LookupSnapshot['answers'] = [],
): LookupCache {
  const answers = new Map<string, { value: unknown }>(initialAnswers);
  const unansweredRequests = new Map<string, LookupRequest>();
  let storedValues = stored;
  let rowsById = new Map<string, ReadonlyMap<string, Row>>();
  const rowOf = (table: string, id: string): Row | undefined => {
    let rows = rowsById.get(table);
    if (!rows) {
      const list = storedValues?.[table];
      rows = new Map(Array.isArray(list) ? (list as Row[]).map((row) => [row.id, row]) : []);
      rowsById.set(table, rows);
    }
    return rows.get(id);
  };
  return {
    stored(table, rowId): StoredScope | null {
      if (!storedValues) return null;
      if (table === null) return { values: storedValues };
      const row = rowId === undefined ? undefined : rowOf(table, rowId);
      return row ? { values: storedValues, row: row.fieldsMap } : null;
    },
    find(request) {
      const cacheKey = cacheKeyOf(request);
      const answer = answers.get(cacheKey);
      if (!answer && !unansweredRequests.has(cacheKey)) {
        unansweredRequests.set(cacheKey, request);
        onUnanswered();
      }
      return answer;
    },
    takeUnanswered() {
      const requests = [...unansweredRequests.values()];
      unansweredRequests.clear();
      return requests;
    },
    put(request, value) {
      answers.set(cacheKeyOf(request), { value });
    },
    snapshot: () => ({ stored: storedValues, answers: [...answers] }),
    setStored(next) {
      storedValues = next;
      rowsById = new Map();
    },
  };
}

/**
 * Returns the answers of the cache, with an empty value for a look-up that has no answer. Used for the last evaluation
 * of the formulas, after which missing look-ups are no longer loaded.
 */
export function lookupAnswersOrEmpty(cache: LookupCache): LookupAnswers {
  return { stored: cache.stored, find: (request) => cache.find(request) ?? { value: null }, snapshot: cache.snapshot };
}
