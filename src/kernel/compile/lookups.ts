import {
  isEmptyValue,
  compileExpression,
  readsIn,
  lookupName,
  type LookupCall,
  type ExtractedLookups,
  type ExpressionTypes,
  type ReadName,
} from '../../expressions/index.ts';
import type { LookupRequest } from '../../rules/lookupAnswers.ts';
import type { Scope } from '../form.ts';

/** The field or column that a formula computes, and the keys of the fields and columns that the formula may read. */
export interface FormulaContext {
  field: string;
  table: string | null;
  fieldKeys: ReadonlySet<string>;
  columnKeys: ReadonlySet<string>;
}

/** Keys of the fields and of the row's columns that a formula or a look-up reads. */
interface Inputs {
  values: readonly string[];
  row: readonly string[];
}

/**
 * Returns the fields and columns that these expressions read. The user and the task node are left out, because the
 * server knows both.
 */
function inputsOf(texts: readonly string[], { fieldKeys, columnKeys }: FormulaContext): Inputs {
  const reads = texts.filter((text) => text !== '').map(readsIn);
  const names = reads.flatMap((read) => read.names);
  const members = reads.flatMap((read) => read.members);
  const membersOf = (root: string): string[] => members.filter(([first]) => first === root).map(([, member]) => member);
  return {
    row: [...new Set([...names.filter((name) => columnKeys.has(name)), ...membersOf('row')])],
    values: [
      ...new Set([...names.filter((name) => !columnKeys.has(name) && fieldKeys.has(name)), ...membersOf('form')]),
    ],
  };
}

const pick = (from: Readonly<Record<string, unknown>> | undefined, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, from?.[key] ?? null]));

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (isEmptyValue(a) && isEmptyValue(b)) || JSON.stringify(a) === JSON.stringify(b);

/** Returns true if all of these keys have the same values now as before. */
const areUnchanged = (
  keys: readonly string[],
  now: Readonly<Record<string, unknown>> | undefined,
  before: Readonly<Record<string, unknown>> | undefined,
): boolean => keys.every((key) => isSame(now?.[key], before?.[key]));

/** The result of a formula: the current or stored value (`previousValue`), or a newly computed one. */
export type LookupResult = { previousValue: unknown } | { computed: unknown };

/**
 * Compiles a formula with look-ups. `formulaText`: the original formula; `text`: the formula in which a name replaces
 * each look-up. While the inputs equal the stored ones, the formula keeps the stored value, even if the looked-up
 * records have changed since. While results of look-ups are missing, it keeps the current value. A look-up that finds
 * nothing gives an empty value.
 */
export function compileLookupFormula(
  { text, calls }: ExtractedLookups,
  formulaText: string,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  formulaContext: FormulaContext,
): (scope: Scope) => LookupResult {
  const names = new Map(calls.map((_call, index) => [lookupName(index), index]));
  const rowNames = formulaContext.table === null ? null : new Set([...formulaContext.columnKeys, ...names.keys()]);
  const typesWithLookups: ExpressionTypes = {
    ...types,
    ...Object.fromEntries([...names.keys()].map((name) => [name, 'dyn'])),
  };
  const evaluate = compileExpression(text, typesWithLookups, rowNames);
  const formulaInputs = inputsOf([formulaText], formulaContext);
  const callInputs = calls.map(({ where, at }: LookupCall) => inputsOf([where, at], formulaContext));

  return (scope) => {
    const { values, row, rowId } = scope;
    const { lookups } = scope.situation;
    const currentValue = (formulaContext.table === null ? values : row)?.[formulaContext.field] ?? null;
    if (!lookups) return { previousValue: currentValue };
    const before = lookups.stored(formulaContext.table, rowId);
    const storedValue = (formulaContext.table === null ? before?.values : before?.row)?.[formulaContext.field];
    if (
      before &&
      !isEmptyValue(storedValue) &&
      areUnchanged(formulaInputs.values, values, before.values) &&
      areUnchanged(formulaInputs.row, row, before.row)
    )
      return { previousValue: storedValue };
    // requests all look-ups before it returns because of a missing result, so that they are loaded together
    const answers = callInputs.map((inputs, index) => {
      const request: LookupRequest = {
        field: formulaContext.field,
        table: formulaContext.table,
        index,
        values: pick(values, inputs.values),
        row: pick(row, inputs.row),
      };
      return lookups.find(request);
    });
    if (answers.some((answer) => answer === undefined)) return { previousValue: currentValue };
    const read = reader(scope);
    return {
      computed: evaluate((name) => {
        const index = names.get(name);
        return index === undefined ? read(name) : answers[index]?.value;
      }),
    };
  };
}
