import type { FormRecord } from '../../../grammar/documents.ts';
import { isTable, type CompiledForm } from '../../../kernel/index.ts';
import { keptKeys } from '../../../relations/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import {
  type RowSourceResults,
  type IsFillReturned,
  checkChanges,
  mergeHidden,
  recompute,
  initialValues,
  recordToValues,
  storedKeys,
  valuesToRecord,
  validateRecord,
  isSameValue,
} from '../../../records/index.ts';
import { MAX_WORK, withinWork } from '../../../domain/workBudget.ts';
import type { Situation } from '../../../rules/situation.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RecordValues } from '../tables.ts';

/**
 * The results of looking up new rows in their row sources. The key `table row column` identifies one value of a row.
 * It is 'confirmed' if an item of a source has this value together with all other values of the row that need
 * confirmation, 'rejected' if no item has them. The key `table row` identifies a row that can only be picked from a
 * source. It is 'rejected' if no item matches the row.
 */
export type SourceVerdicts = ReadonlyMap<string, 'confirmed' | 'rejected'>;
/** Values that fill calls returned, by `filledValueKey`. */
export type FilledValues = ReadonlyMap<string, unknown>;

/** Converts the verdicts to the functions that `checkChanges` calls. */
export const toRowSourceResults = (verdicts: SourceVerdicts): RowSourceResults => ({
  verdictOn: (table, rowId, column) => verdicts.get(`${table} ${rowId} ${column}`) ?? null,
  isNotInSource: (table, rowId) => verdicts.get(`${table} ${rowId}`) === 'rejected',
});

/**
 * Returns the key of the value that the call of the field `watcher` fills into the field `key`. `table`: null outside
 * of sub-tables.
 */
export const filledValueKey = (table: string | null, rowId: string | undefined, watcher: string, key: string): string =>
  JSON.stringify([table, rowId ?? '', watcher, key]);

/** Returns a function for `checkChanges` that checks whether the call of the field `watcher` returned the value. */
export const toIsFillReturned =
  (filled: FilledValues): IsFillReturned =>
  ({ table, rowId, watcher, key }, value) => {
    const fillKey = filledValueKey(table, rowId, watcher, key);
    return filled.has(fillKey) && isSameValue(filled.get(fillKey), value);
  };

/**
 * The strictness of a check. `draft`: only values that cannot be stored are refused. `complete`: the record must be
 * valid, as an action requires.
 */
export type Strictness = 'draft' | 'complete';

/** The values that a person sends for a record, with the data to check them. */
export interface Change {
  form: CompiledForm;
  /** The stored values; null for a new record. */
  stored: RecordValues | null;
  sent: RecordValues;
  situation: Situation;
  strictness: Strictness;
  /**
   * The results of looking up the values of new rows in their row sources. If absent, no row source confirms a value.
   */
  rowSourceResults?: RowSourceResults;
  /** Checks whether a fill call returned a sent value. If absent, values filled by calls are accepted unchecked. */
  isFillReturned?: IsFillReturned;
}

/** The result of checking a change. */
export interface AcceptResult {
  /** A problem for each change that this person may not make here. */
  forbidden: Problem[];
  /** A problem for each value that must be corrected before the record can be stored. */
  invalid: Problem[];
  /** The values to store if both lists of problems are empty. */
  values: RecordValues;
}

/**
 * Returns the default values of a new record for the fields that this person may not see or change. Their page does
 * not have to send these fields.
 */
function lockedDefaults(form: CompiledForm, situation: Situation): Record<string, unknown> {
  const initial = initialValues(form, situation);
  const lockedFields = [...form.fields.values()].filter(
    (field) => !isTable(field) && (!field.mayRead(situation) || !field.mayWrite({ values: initial, situation })),
  );
  return Object.fromEntries(
    lockedFields
      .flatMap(storedKeys)
      .filter((key) => Object.hasOwn(initial, key))
      .map((key) => [key, initial[key]]),
  );
}

/** Removes duplicate problems, which have the same code and path. */
export function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((found) => [`${found.code} ${JSON.stringify(found.path)}`, found])).values()];
}

/**
 * Checks the sent values against the stored values and computes the values to store. Has no side effects. Returns null
 * if this takes more than `limit` work units (`workBudget.ts`).
 */
export function judgeWithin(change: Change, limit: number): AcceptResult | null {
  const { result, isOver } = withinWork(limit, () => judge(change));
  return isOver ? null : result;
}

/**
 * Returns the refusal of a save whose check exceeds the work limit (in a worker thread also the limit of memory or
 * time). Its text names the longest sub-table or, if no sub-table has rows, the form.
 */
export function workRefusal({ form, sent }: Pick<Change, 'form' | 'sent'>): Refusal {
  const [key, rows] = Object.entries(sent.childTables).reduce(
    (longest, table) => (table[1].length > longest[1].length ? table : longest),
    ['', [] as unknown[]],
  );
  return new Refusal('ROW_WORK', {
    label: form.tables.get(key)?.node.label || key || form.definition.formName,
    rows: rows.length > 0 ? `有 ${rows.length} 行，` : '',
  });
}

/** Calls `judgeWithin` with the limit MAX_WORK. Refuses with ROW_WORK if the check exceeds this limit. */
export function acceptChanges(change: Change): AcceptResult {
  const acceptResult = judgeWithin(change, MAX_WORK);
  if (acceptResult === null) throw workRefusal(change);
  return acceptResult;
}

/**
 * Returns the sent values without kept values, because a page sends kept values as it read them, and they may have
 * changed.
 */
export function withoutKeptValues<T extends RecordValues>(form: CompiledForm, sent: T): T {
  const keptFieldKeys = keptKeys(form.definition);
  if (keptFieldKeys.size === 0) return sent;
  return {
    ...sent,
    fieldsMap: Object.fromEntries(Object.entries(sent.fieldsMap).filter(([key]) => !keptFieldKeys.has(key))),
  };
}

/** Checks a change as `judgeWithin` does, but without a limit. */
function judge({
  form,
  stored,
  sent: received,
  situation,
  strictness,
  rowSourceResults,
  isFillReturned,
}: Change): AcceptResult {
  const sent = withoutKeptValues(form, received);
  const changes = checkChanges({
    compiled: form,
    stored,
    incoming: sent,
    situation,
    ...(rowSourceResults ? { rowSourceResults } : {}),
    ...(isFillReturned ? { isFillReturned } : {}),
  });
  const mergedRecord = mergeHidden(stored, sent);
  const values = { ...(stored ? {} : lockedDefaults(form, situation)), ...recordToValues(mergedRecord, form) };
  const computedValues = recompute(form, values, situation);
  const validationProblems = validateRecord(form, computedValues, situation, { draft: strictness === 'draft', stored });
  const computedRecord = valuesToRecord(computedValues, form);
  // only sub-tables of the form or the stored record, because a sender must not add another sub-table, even an empty
  // one
  const allowedTables = Object.entries(mergedRecord.childTables).filter(
    ([key]) => form.tables.has(key) || Object.hasOwn(stored?.childTables ?? {}, key),
  );
  return {
    forbidden: changes.filter(({ code }) => code !== 'VALUE_UNKNOWN' && code !== 'VALUE_TYPE'),
    invalid: withoutRepeats([
      ...changes.filter(({ code }) => code === 'VALUE_UNKNOWN' || code === 'VALUE_TYPE'),
      ...(strictness === 'complete'
        ? validationProblems
        : validationProblems.filter(({ code }) => code === 'VALUE_TYPE')),
    ]),
    // `mergedRecord` also has the values of fields that this version of the form lacks; they are kept
    values: {
      fieldsMap: { ...mergedRecord.fieldsMap, ...computedRecord.fieldsMap },
      childTables: { ...Object.fromEntries(allowedTables), ...computedRecord.childTables } as FormRecord['childTables'],
    },
  };
}
