import { buildRequest, fillCallOf, mapByNames, type FillCall, type RequestCall } from '../../../../requests/index.ts';
import { companionKey } from '../../../../domain/companionKey.ts';
import {
  isPeopleSource,
  isTable,
  readAnswer,
  readItem,
  singleRecordSource,
  recordListSource,
  placeholderValuesOf,
  type CompiledField,
  type CompiledForm,
  type Scope,
} from '../../../../kernel/index.ts';
import { initialValues, isSameValue, mergeHidden, recordToValues, type Values } from '../../../../records/index.ts';
import type { ServerContext } from '../../../context.ts';
import { pageOf, type Page } from '../../../http/envelope.ts';
import { Refusal } from '../../../http/refusal.ts';
import { searchUsers } from '../../../system/index.ts';
import type { Trx } from '../../../store/transaction.ts';
import { listRecords } from '../../list/listRecords.ts';
import type { OpenRecord } from '../../read/openForWrite.ts';
import { findSelectable } from '../../relations/selectableRecords.ts';
import type { RecordValues } from '../../tables.ts';
import { recordQueryOf } from '../matchedRows.ts';
import { visibleValues } from '../verifyPickedRows.ts';
import { filledValueKey, type FilledValues } from '../acceptChanges.ts';
import { valueGroupsOf, type ValueGroup } from '../valueGroups.ts';

/**
 * The answers of the fill calls that the server repeats, by request. They are cached for one save or a batch of saves,
 * because many rows cause the same request.
 */
export type FillAnswerCache = Map<string, Promise<unknown>>;

/**
 * Maximum number of different calls of a save, or of a batch of saves with a common cache. A save that needs more is
 * refused, because nobody chooses so many values manually.
 */
const MAX_CALLS = 2_000;

/** Used in place of an answer for a call that the server does not repeat or that the source refuses. */
const NO_ANSWER = Symbol('no answer');

/** The result of repeating the fill calls of a save. */
export interface SettledFillCalls {
  /** The values that the page sent, completed with filled values that the page did not have yet when it saved. */
  sent: RecordValues;
  /** The values that the repeated calls returned. */
  filled: FilledValues;
}

/**
 * A fill call, and the field whose change triggers the call. `group`: the row or the record with this field.
 * `filledFields`: those fields filled by the call whose values the source must confirm (`needsConfirmation`).
 */
interface TriggeredCall {
  field: CompiledField;
  group: ValueGroup;
  call: FillCall;
  filledFields: CompiledField[];
}

/**
 * Returns the field with this key in the same row or, outside sub-tables, in the form. Returns undefined for a
 * sub-table or an unknown key.
 */
const fieldInGroup = (form: CompiledForm, { table }: ValueGroup, key: string): CompiledField | undefined => {
  const field = table ? table.columns.find((column) => column.key === key) : form.fields.get(key);
  return field && isTable(field) ? undefined : field;
};

/**
 * Checks whether the source must confirm the value of a filled field. This is so if this person can see the field but
 * may not change it, or if a condition may make it read-only or hide it.
 */
const needsConfirmation = (field: CompiledField, scope: Scope): boolean =>
  field.compute === null &&
  field.mayRead(scope.situation) &&
  (!field.hasWritePermission(scope) || field.linkage.length > 0);

/** Returns the calls of a value group that must be repeated because this save may contain values from their answers. */
function fillCallsIn(form: CompiledForm, group: ValueGroup, scope: Scope): TriggeredCall[] {
  return group.fields.flatMap((field): TriggeredCall[] => {
    const call =
      field.compute === null && !field.isEmpty(group.now[field.key]) ? triggeredCallOf(form, field, group) : null;
    if (!call) return [];
    const rowScope: Scope = group.table
      ? { ...scope, row: group.now, rowId: group.rowId, isNewRow: group.before === undefined }
      : scope;
    const isChanged = group.before === undefined || !isSameValue(group.now[field.key], group.before[field.key]);
    const filledFields = Object.keys(call.names).flatMap((key) => {
      const filledField = fieldInGroup(form, group, key);
      const mayBeFilledBySave = isChanged || !isSameValue(group.now[key], group.before?.[key]);
      return filledField && mayBeFilledBySave && needsConfirmation(filledField, rowScope) ? [filledField] : [];
    });
    return filledFields.length > 0 ? [{ field, group, call, filledFields }] : [];
  });
}

/**
 * Returns the call that a change of the field triggers (`openWatch`). Returns null if there is none. Also returns null
 * for the call of a relation, because `settleRelations` checks the fields that it fills.
 */
function triggeredCallOf(form: CompiledForm, field: CompiledField, group: ValueGroup): FillCall | null {
  const call = fillCallOf(field.node, (key) => fieldInGroup(form, group, key));
  return call && !call.isRelation ? call : null;
}

/** Parameters of the call that searches people by name. A name or id that is not a text is ignored. */
interface PeopleParams {
  name?: unknown;
  id?: unknown;
  orgId?: unknown;
  page?: Partial<Page> | null;
}

/** Returns the value if it is a text, otherwise ''. */
const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the answer of the call with this person's rights, if the call reads records or people. Returns NO_ANSWER for
 * any other call, and if this person may not read the record.
 */
async function callSource(
  context: ServerContext,
  trx: Trx,
  { user }: OpenRecord,
  request: RequestCall,
): Promise<unknown> {
  const record = singleRecordSource(request);
  if (record) {
    const formToRead = { to: record.formKey, plan: null, read: () => undefined };
    // `isAnyReadable`: searches all records that this person may read, because no relation limits a fill call
    const foundRecords = await findSelectable(context, trx, user, formToRead, [record.id], { isAnyReadable: true });
    return foundRecords.get(record.id) ?? NO_ANSWER;
  }
  if (isPeopleSource(request)) {
    const { name, id, orgId, page: requestedPage } = request.params as PeopleParams;
    const page = pageOf({ page: requestedPage });
    const filter = {
      text: textOrEmpty(name),
      ...(textOrEmpty(id) ? { id: textOrEmpty(id) } : {}),
      ...(textOrEmpty(orgId) ? { orgId: textOrEmpty(orgId) } : {}),
    };
    const { rows, total } = await searchUsers(trx, filter, page);
    return { data: rows, page: { ...page, total } };
  }
  const list = recordListSource(request);
  if (!list) return NO_ANSWER;
  const { rows, total } = await listRecords(context, trx, user, list.formKey, {
    ...recordQueryOf(request.params, null),
    isWholeUnit: list.isWholeUnit,
  });
  return { data: rows, page: { total } };
}

/**
 * Returns the values in an answer, by the keys of the form's fields; for a list, the values of its first item. Reads
 * the answer in the same way as the page (RD-003).
 */
function readFilledValues(answer: unknown, { position, names }: FillCall): Record<string, unknown> {
  const result = readAnswer(answer, position);
  const item: unknown = Array.isArray(result) ? result[0] : result;
  if (typeof item !== 'object' || item === null) return {};
  const mappedValues = mapByNames(item, names);
  const valuesByKey = Object.entries(names).map(
    ([key, name]) => [key, mappedValues[key] ?? readItem(item as Values, name)] as const,
  );
  return Object.fromEntries(valuesByKey.filter(([, value]) => value !== undefined));
}

/**
 * Repeats the calls that fill fields with values that the source must confirm (`needsConfirmation`). A call is repeated
 * if the field that triggers the call, or the filled field, differs from its stored value (OD-057, SC-025…029). The
 * check of changes refuses a sent value of such a field if the sources did not return the value (`filled`). Refuses
 * with ROW_LIMIT more than `MAX_CALLS` different calls. `stored`: null for a new record.
 */
export async function settleFillCalls(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  sent: RecordValues,
  stored: RecordValues | null,
  cache: FillAnswerCache = new Map(),
): Promise<SettledFillCalls> {
  const {
    situation,
    loaded: { form },
  } = openRecord;
  const filledValues = new Map<string, unknown>();
  const processedCalls = new Set<string>();
  const writtenKeys = new Set<string>();
  const allFields = [...form.fields.values()].flatMap((field) => (isTable(field) ? [...field.columns] : [field]));
  if (!allFields.some(({ node }) => node.openWatch === '1')) return { sent, filled: filledValues };
  const completedValues: RecordValues = { fieldsMap: { ...sent.fieldsMap }, childTables: { ...sent.childTables } };
  // a filled field may trigger another call, which the next round repeats
  for (let round = 0; round < allFields.length; round += 1) {
    const mergedRecord = mergeHidden(stored, completedValues);
    const values = { ...(stored ? {} : initialValues(form, situation)), ...recordToValues(mergedRecord, form) };
    const currentValues = {
      fieldsMap: { ...(stored ? {} : values), ...mergedRecord.fieldsMap },
      childTables: mergedRecord.childTables,
    };
    const scope: Scope = { values, situation };
    const valuesVisibleToUser = visibleValues(form, values, situation);
    const calls = valueGroupsOf(form, { stored, sent: completedValues, values: currentValues }, () => true)
      .flatMap((group) => fillCallsIn(form, group, scope))
      .filter((triggeredCall) => !processedCalls.has(triggerKey(triggeredCall)));
    if (calls.length === 0) break;
    for (const triggeredCall of calls) {
      const { field, group, call, filledFields } = triggeredCall;
      const fillKeyOf = (key: string): string => filledValueKey(group.table?.key ?? null, group.rowId, field.key, key);
      processedCalls.add(triggerKey(triggeredCall));
      const request = buildRequest(
        call.request,
        placeholderValuesOf(situation, group.table ? { ...valuesVisibleToUser, ...group.now } : valuesVisibleToUser),
      );
      if (!request.ok) continue;
      const requestKey = JSON.stringify(request.value);
      if (!cache.has(requestKey) && cache.size >= MAX_CALLS)
        throw new Refusal('ROW_LIMIT', {
          label: group.table?.node.label ?? (field.node.label || field.key),
          count: cache.size + 1,
          limit: MAX_CALLS,
        });
      const answer =
        cache.get(requestKey) ?? callSource(context, trx, openRecord, request.value).catch(refusedAsNoAnswer);
      cache.set(requestKey, answer);
      const sourceAnswer = await answer;
      if (sourceAnswer === NO_ANSWER) continue;
      const answerValues = readFilledValues(sourceAnswer, call);
      for (const filledField of filledFields) {
        const value = answerValues[filledField.key];
        if (value === undefined) continue;
        filledValues.set(fillKeyOf(filledField.key), value);
        if (
          writeFilledValue(
            completedValues,
            triggeredCall,
            filledField,
            answerValues,
            writtenKeys.has(fillKeyOf(filledField.key)),
          )
        )
          writtenKeys.add(fillKeyOf(filledField.key));
      }
    }
  }
  return { sent: completedValues, filled: filledValues };
}

/**
 * Returns NO_ANSWER for a refusal: the source refused this person's call, or its form does not exist. Throws any other
 * error again.
 */
function refusedAsNoAnswer(error: unknown): typeof NO_ANSWER {
  if (error instanceof Refusal) return NO_ANSWER;
  throw error;
}

/** Returns a text that identifies a call within a save: sub-table, row, field and the field's value. */
const triggerKey = ({ field, group }: TriggeredCall): string =>
  JSON.stringify([group.table?.key ?? null, group.rowId ?? '', field.key, group.now[field.key]]);

/**
 * Writes the source's value, with its display text, if the sent value is missing, empty or equal to the stored value,
 * or if an earlier call wrote the value (`isWrittenBefore`), and returns true. Otherwise the sender entered a value:
 * writes nothing and returns false.
 */
function writeFilledValue(
  completedValues: RecordValues,
  { group }: TriggeredCall,
  filledField: CompiledField,
  answerValues: Readonly<Values>,
  isWrittenBefore: boolean,
): boolean {
  const sentValue = group.sent[filledField.key];
  const isAsStored = group.before !== undefined && isSameValue(sentValue, group.before[filledField.key]);
  if (!isWrittenBefore && Object.hasOwn(group.sent, filledField.key) && !filledField.isEmpty(sentValue) && !isAsStored)
    return false;
  const labelKey = companionKey(filledField.key);
  const values = {
    [filledField.key]: answerValues[filledField.key],
    ...(filledField.hasCompanion && answerValues[labelKey] !== undefined ? { [labelKey]: answerValues[labelKey] } : {}),
  };
  if (!group.table) {
    Object.assign(completedValues.fieldsMap, values);
    return true;
  }
  const { key } = group.table;
  completedValues.childTables[key] = (completedValues.childTables[key] ?? []).map((row) =>
    row.id === group.rowId ? { ...row, fieldsMap: { ...row.fieldsMap, ...values } } : row,
  );
  return true;
}
