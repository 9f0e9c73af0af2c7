import { filledKeys } from '../../rules/fills.ts';
import { isTable, type CompiledField, type CompiledForm, type Scope } from '../form.ts';
import type { Problem } from '../problem.ts';
import { problem } from '../problems.ts';
import { hasStoredType } from '../compile/validate.ts';
import { forbidden, isComputedHonest, isLabel, isTodayHonest, wrongType, type ChangeContext, type ChangeRequest } from './changeContext.ts';
import { mergeHidden } from './merge.ts';
import { recompute } from './recompute.ts';
import { checkRowChanges } from './rowChanges.ts';
import { isSameValue } from './same.ts';
import { companionKey, initialValues, recordToValues, storedKeys, type Values } from './values.ts';

/** True when everything the form holds reaches this person, so that they compute with what the server computes with. */
function readsEverything({ compiled, situation }: ChangeRequest): boolean {
  return [...compiled.fields.values()].every((field) => field.mayRead(situation) && (!isTable(field) || field.columns.every((column) => column.mayRead(situation))));
}

/** Linkage may have changed within the same edit: writable before it or after it counts. */
function mayWrite(field: CompiledField, { before, after, situation, filled }: ChangeContext): boolean {
  const scopes: Scope[] = [{ values: after, situation }, { values: before, situation }];
  return scopes.some((scope) => field.mayWrite(scope)) || (filled.has(field.key) && field.mayRead(situation) && !field.node.computed);
}

function checkField(field: CompiledField, context: ChangeContext, mayReadAll: boolean): Problem[] {
  const { incoming, before, computed, stored, situation } = context;
  const problems: Problem[] = [];
  const sent = incoming.fieldsMap ?? {};
  // even the right guess is refused: an answer would tell what is hidden. A page computes what it does not show, too
  if (stored !== null && !field.compute && !field.mayRead(situation)) return storedKeys(field).filter((key) => Object.hasOwn(sent, key)).map((key) => forbidden(field, ['fieldsMap', key]));
  const isChanged = (key: string): boolean => Object.hasOwn(sent, key) && !isSameValue(sent[key], before[key]);
  if (isChanged(field.key)) {
    const isAllowed = field.compute
      ? isComputedHonest(field, sent[field.key], computed[field.key], before[field.key], mayReadAll)
      : mayWrite(field, context) || (stored === null && isTodayHonest(field, sent[field.key]));
    if (!isAllowed) problems.push(forbidden(field, ['fieldsMap', field.key]));
    else if (!hasStoredType(field.node, sent[field.key])) problems.push(wrongType(field, ['fieldsMap', field.key]));
  }
  const label = companionKey(field.key);
  if (!field.hasCompanion || !isChanged(label)) return problems;
  // the name of a new record's default is only known where its options are
  if (stored !== null && !mayWrite(field, context)) problems.push(forbidden(field, ['fieldsMap', label]));
  else if (!isLabel(sent[label])) problems.push(wrongType(field, ['fieldsMap', label]));
  return problems;
}

/** Keys that no field of the form has; those that are stored already (an older version's) may stay as they are. */
function checkUnknown({ compiled, stored, incoming }: ChangeRequest): Problem[] {
  const known = new Set([...compiled.fields.values()].filter((field) => !isTable(field)).flatMap((field) => (field.hasCompanion ? [field.key, companionKey(field.key)] : [field.key])));
  const strangers = Object.entries(incoming.fieldsMap ?? {}).filter(([key, value]) => !known.has(key) && !(stored && Object.hasOwn(stored.fieldsMap, key) && isSameValue(stored.fieldsMap[key], value)));
  const tables = Object.entries(incoming.childTables ?? {}).filter(([key, rows]) => !compiled.tables.has(key) && !isSameValue(stored?.childTables?.[key], rows));
  return [
    ...strangers.map(([key]) => problem('VALUE_UNKNOWN', ['fieldsMap', key], { key })),
    ...tables.map(([key]) => problem('VALUE_UNKNOWN', ['childTables', key], { key })),
  ];
}

function filledBy(compiled: CompiledForm, scope: Scope): Set<string> {
  return new Set([...compiled.fields.values()].filter((field) => field.mayWrite(scope)).flatMap((field) => filledKeys(field.node)));
}

/**
 * Every change in what came that this person may not make here, by path: fields, columns, rows added or removed,
 * other people's rows, hidden values, forged computations, keys the form has not. Empty: all may be stored, after
 * `mergeHidden` and `recompute`. Absent is unchanged.
 */
export function checkChanges(request: ChangeRequest): Problem[] {
  const { compiled, stored, incoming, situation } = request;
  const before: Values = stored ? recordToValues(stored, compiled) : initialValues(compiled, situation);
  const after: Values = { ...(stored ? {} : before), ...recordToValues(mergeHidden(stored, incoming), compiled) };
  const context: ChangeContext = { ...request, before, after, computed: recompute(compiled, after, situation), filled: filledBy(compiled, { values: after, situation }) };
  const mayReadAll = readsEverything(request);
  return [
    ...checkUnknown(request),
    ...[...compiled.fields.values()].flatMap((field) => (isTable(field) ? checkRowChanges(field, context, mayReadAll) : checkField(field, context, mayReadAll))),
  ];
}
