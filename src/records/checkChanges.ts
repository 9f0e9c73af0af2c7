import { isTable, type CompiledField, type Scope, hasStoredType } from '../kernel/index.ts';
import { companionKey } from '../domain/companionKey.ts';
import { lookupsIn } from '../relations/index.ts';
import { type Problem, problem } from '../domain/problem/index.ts';
import {
  forbiddenProblem,
  isComputedAccepted,
  isValidLabel,
  wrongTypeProblem,
  type ChangeContext,
  type ChangeRequest,
} from './changeContext.ts';
import { mergeHidden, redactRecord } from './redact.ts';
import { recompute } from './recompute.ts';
import { checkRowChanges } from './rowChanges.ts';
import { isSameValue } from './sameValue.ts';
import { initialValues, recordToValues, storedKeys, valuesToRecord, type Values } from './recordValues.ts';
import { writableKeys } from './writable.ts';

/**
 * Returns true when this person may read every field and column; the page then computes from the same values as the
 * server.
 */
function canReadEverything({ compiled, situation }: ChangeRequest): boolean {
  return [...compiled.fields.values()].every(
    (field) =>
      field.mayRead(situation) && (!isTable(field) || field.columns.every((column) => column.mayRead(situation))),
  );
}

/**
 * Returns true if this person may change the field by typing, or if another field that they may change fills it, by a
 * call (OD-057) or as a relation.
 */
const canWrite = (field: CompiledField, { writable }: ChangeContext): boolean => writable.has(field.key);

/** Returns the problems of the sent value and display text of a field outside sub-tables. */
function checkField(field: CompiledField, context: ChangeContext, hasSameInputs: boolean): Problem[] {
  const { incoming, before, computed, stored, situation } = context;
  const problems: Problem[] = [];
  const sentValues = incoming.fieldsMap ?? {};
  // A hidden field is refused even if the sent value equals the stored one: accepting it would reveal the stored value.
  // Computed fields are exempt, since a page also computes the fields that it does not show.
  if (stored !== null && !field.compute && !field.mayRead(situation))
    return storedKeys(field)
      .filter((key) => Object.hasOwn(sentValues, key))
      .map((key) => forbiddenProblem(field, ['fieldsMap', key]));
  const isChanged = (key: string): boolean =>
    Object.hasOwn(sentValues, key) && !isSameValue(sentValues[key], before[key]);
  if (isChanged(field.key)) {
    const isAllowed = field.compute
      ? isComputedAccepted(field, sentValues[field.key], computed[field.key], before[field.key], {
          compiled: context.compiled,
          hasSameInputs,
        })
      : canWrite(field, context) ||
        (stored === null && field.definition.isInitialValue?.(sentValues[field.key], field.node as never) === true);
    if (!isAllowed) problems.push(forbiddenProblem(field, ['fieldsMap', field.key]));
    else if (!hasStoredType(field.node, sentValues[field.key]))
      problems.push(wrongTypeProblem(field, ['fieldsMap', field.key]));
  }
  const labelKey = companionKey(field.key);
  if (!field.hasCompanion || !isChanged(labelKey)) return problems;
  // in a new record the display text of a default is accepted: only the client loaded the options that contain it
  if (stored !== null && !canWrite(field, context)) problems.push(forbiddenProblem(field, ['fieldsMap', labelKey]));
  else if (!isValidLabel(sentValues[labelKey])) problems.push(wrongTypeProblem(field, ['fieldsMap', labelKey]));
  return problems;
}

/**
 * Reports keys that no field of the form has. A key that an older version of the form stored is accepted while its
 * value stays the same.
 */
function checkUnknownKeys({ compiled, stored, incoming }: ChangeRequest): Problem[] {
  const definedKeys = new Set(
    [...compiled.fields.values()]
      .filter((field) => !isTable(field))
      .flatMap((field) => (field.hasCompanion ? [field.key, companionKey(field.key)] : [field.key])),
  );
  const unknownFields = Object.entries(incoming.fieldsMap ?? {}).filter(
    ([key, value]) =>
      !definedKeys.has(key) &&
      !(stored && Object.hasOwn(stored.fieldsMap, key) && isSameValue(stored.fieldsMap[key], value)),
  );
  const unknownTables = Object.entries(incoming.childTables ?? {}).filter(
    ([key, rows]) => !compiled.tables.has(key) && !isSameValue(stored?.childTables?.[key], rows),
  );
  return [
    ...unknownFields.map(([key]) => problem('VALUE_UNKNOWN', ['fieldsMap', key], { key })),
    ...unknownTables.map(([key]) => problem('VALUE_UNKNOWN', ['childTables', key], { key })),
  ];
}

/**
 * Returns the scope with which this person's page computes. The values of a stored record that the person may not read
 * are removed, and computed values are computed without them. `computed`: the result of `recompute` for `values`, if
 * available.
 */
function pageScopeOf(request: ChangeRequest, values: Values, computed?: Values): Scope {
  const { compiled, situation } = request;
  if (request.stored === null || canReadEverything(request))
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
 * Lists every change in `incoming` that this person may not make, by path: fields, columns, rows added, removed or
 * moved, other people's rows, hidden values. Also lists wrong computed values, values of a wrong type, and keys that
 * the form does not have. An empty list means that everything may be stored, after `mergeHidden` and `recompute`. An
 * absent key means unchanged.
 */
export function checkChanges(request: ChangeRequest): Problem[] {
  const { compiled, stored, incoming, situation } = request;
  const before: Values = stored ? recordToValues(stored, compiled) : initialValues(compiled, situation);
  const after: Values = { ...(stored ? {} : before), ...recordToValues(mergeHidden(stored, incoming), compiled) };
  const computed = recompute(compiled, after, situation);
  const visibleScopes = [pageScopeOf(request, after, computed), pageScopeOf(request, before)] as const;
  const context: ChangeContext = {
    ...request,
    before,
    after,
    computed,
    visibleScopes,
    writable: writableKeys(compiled, visibleScopes, request.isFillReturned),
  };
  // true if the page computed from the same inputs as the server does. False in a form with look-ups: the page may have
  // sent an outdated computed value, because the look-up had not returned yet or the looked-up record has changed since
  const hasSameInputs = canReadEverything(request) && lookupsIn(compiled.definition).length === 0;
  return [
    ...checkUnknownKeys(request),
    ...[...compiled.fields.values()].flatMap((field) =>
      isTable(field) ? checkRowChanges(field, context, hasSameInputs) : checkField(field, context, hasSameInputs),
    ),
  ];
}
