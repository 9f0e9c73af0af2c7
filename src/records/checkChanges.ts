import { isTable, type CompiledField, type Scope, hasStoredType, companionKey, lookupsIn } from '../kernel/index.ts';
import { type Problem, problem } from '../domain/problem/index.ts';
import {
  forbidden,
  isComputedHonest,
  isLabel,
  wrongType,
  type ChangeContext,
  type ChangeRequest,
} from './changeContext.ts';
import { mergeHidden } from './mergeHidden.ts';
import { recompute } from './recompute.ts';
import { checkRowChanges } from './rowChanges.ts';
import { redactRecord } from './redact.ts';
import { isSameValue } from './sameValue.ts';
import { initialValues, recordToValues, storedKeys, valuesToRecord, type Values } from './recordValues.ts';
import { writableKeys } from './writable.ts';

/** True when everything the form holds reaches this person, so that they compute with what the server computes with. */
function readsEverything({ compiled, situation }: ChangeRequest): boolean {
  return [...compiled.fields.values()].every(
    (field) =>
      field.mayRead(situation) && (!isTable(field) || field.columns.every((column) => column.mayRead(situation))),
  );
}

/** What they type, and what their typing fills by a call (OD-057). */
const mayWrite = (field: CompiledField, { writable }: ChangeContext): boolean => writable.has(field.key);

function checkField(field: CompiledField, context: ChangeContext, mayReadAll: boolean): Problem[] {
  const { incoming, before, computed, stored, situation } = context;
  const problems: Problem[] = [];
  const sent = incoming.fieldsMap ?? {};
  // even the right guess is refused: an answer would tell what is hidden. A page computes what it does not show, too
  if (stored !== null && !field.compute && !field.mayRead(situation))
    return storedKeys(field)
      .filter((key) => Object.hasOwn(sent, key))
      .map((key) => forbidden(field, ['fieldsMap', key]));
  const isChanged = (key: string): boolean => Object.hasOwn(sent, key) && !isSameValue(sent[key], before[key]);
  if (isChanged(field.key)) {
    const isAllowed = field.compute
      ? isComputedHonest(field, sent[field.key], computed[field.key], before[field.key], mayReadAll)
      : mayWrite(field, context) ||
        (stored === null && field.definition.isInitialValue?.(sent[field.key], field.node as never) === true);
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
  const known = new Set(
    [...compiled.fields.values()]
      .filter((field) => !isTable(field))
      .flatMap((field) => (field.hasCompanion ? [field.key, companionKey(field.key)] : [field.key])),
  );
  const strangers = Object.entries(incoming.fieldsMap ?? {}).filter(
    ([key, value]) =>
      !known.has(key) && !(stored && Object.hasOwn(stored.fieldsMap, key) && isSameValue(stored.fieldsMap[key], value)),
  );
  const tables = Object.entries(incoming.childTables ?? {}).filter(
    ([key, rows]) => !compiled.tables.has(key) && !isSameValue(stored?.childTables?.[key], rows),
  );
  return [
    ...strangers.map(([key]) => problem('VALUE_UNKNOWN', ['fieldsMap', key], { key })),
    ...tables.map(([key]) => problem('VALUE_UNKNOWN', ['childTables', key], { key })),
  ];
}

/** Values as this person's page has them: without what is hidden from them, computed from the rest. */
function seenBy(request: ChangeRequest, values: Values, computed?: Values): Scope {
  const { compiled, situation } = request;
  if (request.stored === null || readsEverything(request))
    return { values: computed ?? recompute(compiled, values, situation), situation };
  return {
    values: recompute(
      compiled,
      recordToValues(redactRecord(compiled, valuesToRecord(values, compiled), situation), compiled),
      situation,
    ),
    situation,
  };
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
  const computed = recompute(compiled, after, situation);
  const moments = [seenBy(request, after, computed), seenBy(request, before)] as const;
  const context: ChangeContext = {
    ...request,
    before,
    after,
    computed,
    moments,
    writable: writableKeys(compiled, moments, request.vouches),
  };
  // a page whose look-ups were not answered yet, or before the other form changed, cannot know better
  const mayReadAll = readsEverything(request) && lookupsIn(compiled.definition).length === 0;
  return [
    ...checkUnknown(request),
    ...[...compiled.fields.values()].flatMap((field) =>
      isTable(field) ? checkRowChanges(field, context, mayReadAll) : checkField(field, context, mayReadAll),
    ),
  ];
}
