import { isEmptyValue } from '../expressions/coerce.ts';
import { compileExpression, readsIn } from '../expressions/expressions.ts';
import { lookupName, type LookupCall, type LookupText } from '../expressions/lookupText.ts';
import type { ExpressionTypes, ReadName } from '../expressions/types.ts';
import type { Scope } from '../form.ts';
import type { LookupAsk } from '../../rules/lookupAnswers.ts';

/** Where a formula stands, and which names of it are columns of the row. */
export interface LookupPlace {
  field: string;
  table: string | null;
  fieldKeys: ReadonlySet<string>;
  columnKeys: ReadonlySet<string>;
}

interface Inputs {
  values: readonly string[];
  row: readonly string[];
}

/** What a text reads of the record around it. The person and the step are no inputs: the server knows them. */
function inputsOf(texts: readonly string[], { fieldKeys, columnKeys }: LookupPlace): Inputs {
  const reads = texts.filter((text) => text !== '').map(readsIn);
  const names = reads.flatMap((read) => read.names);
  const members = reads.flatMap((read) => read.members);
  const of = (root: string): string[] => members.filter(([first]) => first === root).map(([, member]) => member);
  return {
    row: [...new Set([...names.filter((name) => columnKeys.has(name)), ...of('row')])],
    values: [...new Set([...names.filter((name) => !columnKeys.has(name) && fieldKeys.has(name)), ...of('form')])],
  };
}

const pick = (from: Readonly<Record<string, unknown>> | undefined, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, from?.[key] ?? null]));

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (isEmptyValue(a) && isEmptyValue(b)) || JSON.stringify(a) === JSON.stringify(b);

const isAsBefore = (
  keys: readonly string[],
  now: Readonly<Record<string, unknown>> | undefined,
  before: Readonly<Record<string, unknown>> | undefined,
): boolean => keys.every((key) => isSame(now?.[key], before?.[key]));

/** A value that a formula keeps is told from one that it came to. */
export type Looked = { kept: unknown } | { computed: unknown };

/**
 * A formula that looks values up. While what it reads is as stored, it keeps the stored value, however the records that it
 * was looked up in have changed since; so does one whose values are not known yet. Nothing found gives an empty value.
 */
export function compileLookups(
  { text, calls }: LookupText,
  whole: string,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  place: LookupPlace,
): (scope: Scope) => Looked {
  const names = new Map(calls.map((_call, index) => [lookupName(index), index]));
  const own = place.table === null ? null : new Set([...place.columnKeys, ...names.keys()]);
  const typed: ExpressionTypes = { ...types, ...Object.fromEntries([...names.keys()].map((name) => [name, 'dyn'])) };
  const evaluate = compileExpression(text, typed, own);
  const reads = inputsOf([whole], place);
  const asks = calls.map(({ where, at }: LookupCall) => inputsOf([where, at], place));

  return (scope) => {
    const { values, row, rowId } = scope;
    const { lookups } = scope.situation;
    const current = (place.table === null ? values : row)?.[place.field] ?? null;
    if (!lookups) return { kept: current };
    const before = lookups.stored(place.table, rowId);
    const stored = (place.table === null ? before?.values : before?.row)?.[place.field];
    if (
      before &&
      !isEmptyValue(stored) &&
      isAsBefore(reads.values, values, before.values) &&
      isAsBefore(reads.row, row, before.row)
    )
      return { kept: stored };
    // all are asked for, so that they are fetched together
    const found = asks.map((keys, index) => {
      const ask: LookupAsk = {
        field: place.field,
        table: place.table,
        index,
        values: pick(values, keys.values),
        row: pick(row, keys.row),
      };
      return lookups.find(ask);
    });
    if (found.some((one) => one === undefined)) return { kept: current };
    const read = reader(scope);
    return {
      computed: evaluate((name) => {
        const index = names.get(name);
        return index === undefined ? read(name) : found[index]?.value;
      }),
    };
  };
}
