import { sql } from 'kysely';
import { recordTable } from '../columns/recordSource.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import { fillKind, type LocatedRelation } from '../../../relations/index.ts';
import { readerOf, type CompiledField, type CompiledForm, relatedIds, relationOf } from '../../../kernel/index.ts';
import type { ReadName } from '../../../expressions/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { type Path, type Problem, problem } from '../../../domain/problem/index.ts';
import { mergeHidden, isSameValue, initialValues, recordToValues } from '../../../records/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { unlessRefused } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import { valueGroupsOf, type ValueGroup } from '../save/valueGroups.ts';
import type { RecordValues } from '../tables.ts';
import {
  addValues,
  emptiedHiddenFill,
  emptyEntries,
  fieldInGroup,
  filledEntries,
  findFilledTitles,
  type HiddenFill,
} from './filledValues.ts';
import { closesCycle } from './parentCycles.ts';
import { readPathValues, type PathEndValue } from './pathValues.ts';
import { relationsOf } from './relationsOf.ts';
import { findSelectable, wherePlanOf, type SelectableRecords } from './selectableRecords.ts';

/** The result of settling the relations of one save. */
export interface SettledRelations {
  /** The sent values, completed with filled values that were not sent. */
  sent: RecordValues;
  /** Filled values of fields that are hidden from this person. They replace the sent values. */
  fillsOfHiddenFields: readonly HiddenFill[];
  problems: readonly Problem[];
  /** Returns the title of a record to which this save adds a reference; undefined for any other record. */
  titleOf(id: string): string | undefined;
}

/** Returns the result for a form without relations. */
const withoutRelations = (sent: RecordValues): SettledRelations => ({
  sent,
  fillsOfHiddenFields: [],
  problems: [],
  titleOf: () => undefined,
});

/** A relation in a save: a field of the form, or a cell of one row of a sub-table. */
interface RelationInSave {
  located: LocatedRelation;
  field: CompiledField;
  valueGroup: ValueGroup;
  /** The ids that were not stored before. */
  addedIds: string[];
  /**
   * Keys of the filled fields to check: none for an empty relation, all for a changed relation, otherwise those whose
   * value has changed.
   */
  fillsToCheck: string[];
}

const labelOf = (field: CompiledField): string => field.node.label || field.key;

const hasNoValue = (field: CompiledField | undefined, value: unknown): boolean =>
  field?.isEmpty(value) ?? (value ?? '') === '';

/**
 * Returns the relations of a group that have a changed value or changed filled values. Computed relations are left
 * out.
 */
function changedRelations(
  form: CompiledForm,
  valueGroup: ValueGroup,
  formRelations: readonly LocatedRelation[],
): RelationInSave[] {
  const relationsOfGroup = formRelations.filter(({ table }) => table === (valueGroup.table?.key ?? null));
  return relationsOfGroup.flatMap((relationOfGroup): RelationInSave[] => {
    const key = relationOfGroup.node.__vModel__;
    const field = fieldInGroup(form, valueGroup, key);
    if (!field || field.compute) return [];
    const storedIds = new Set(relatedIds(valueGroup.before?.[key]));
    const ids = relatedIds(valueGroup.now[key]);
    const addedIds = ids.filter((id) => !storedIds.has(id));
    const isChanged =
      valueGroup.before === undefined ? ids.length > 0 : !isSameValue(valueGroup.now[key], valueGroup.before[key]);
    const fillsToCheck =
      ids.length === 0
        ? []
        : Object.keys(relationOfGroup.relation.fill).filter(
            (target) => isChanged || !isSameValue(valueGroup.now[target], valueGroup.before?.[target]),
          );
    return isChanged || fillsToCheck.length > 0
      ? [{ located: relationOfGroup, field, valueGroup, addedIds, fillsToCheck }]
      : [];
  });
}

/** Returns a reader of the names in a relation's condition: values of the form and, in a sub-table, of the row. */
function conditionReader(
  form: CompiledForm,
  values: Readonly<Record<string, unknown>>,
  { situation }: OpenRecord,
  valueGroup: ValueGroup,
): ReadName {
  const columns = valueGroup.table ? new Set(valueGroup.table.columns.map(({ key }) => key)) : undefined;
  const read = readerOf(new Set(form.fields.keys()), columns)({ values, situation, row: valueGroup.now });
  return (name) => (name === 'row' && valueGroup.table ? valueGroup.now : read(name));
}

/**
 * Selectable records that were looked up, for several saves in one transaction. The key is made of the form and the
 * ids that were looked up. For example, a customer to whom a thousand rows refer is looked up once.
 */
export type RelationCache = Map<string, Promise<Map<string, FormRecord>>>;

/**
 * Returns the problem that explains why the record `id` is not selectable: it does not match the relation's condition
 * (RELATION_WHERE), it is not in force (RELATION_STATE), or it does not exist (RELATION_MISSING). A record that this
 * person may not read is reported like one that does not exist.
 */
async function explainRejection(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  { field, located }: RelationInSave,
  id: string,
  path: Path,
): Promise<Problem> {
  const selectable = { to: located.relation.to, plan: null, read: () => undefined };
  const recordsInForce = await findSelectable(context, trx, openRecord.user, selectable, [id]);
  const readableRecords =
    recordsInForce.size > 0
      ? recordsInForce
      : await findSelectable(context, trx, openRecord.user, selectable, [id], { isAnyReadable: true });
  const record = readableRecords.get(id);
  const label = labelOf(field);
  if (!record) return problem('RELATION_MISSING', path, { label });
  const title = record.title || id;
  return recordsInForce.size > 0
    ? problem('RELATION_WHERE', path, { label, title })
    : problem('RELATION_STATE', path, { label, title });
}

/** Locks the referenced records until the transaction ends, so that nobody can delete or void them. */
async function lockTargets(trx: Trx, to: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`select id from ${recordTable(to)} where id = any(${ids}::text[]) order by id for key share`.execute(trx);
}

/**
 * Settles the relations of a save before its values are validated. Looks up the newly referenced records with the
 * rights of this person, adds the values that the relations fill, and reports problems: a missing record, a record
 * that is not selectable, a record that would become its own ancestor, a sent value that differs from the value in the
 * referenced record. An unchanged relation is checked only if values that it fills have changed. `stored`: null for a
 * new record.
 */
export async function settleRelations(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  sent: RecordValues,
  stored: RecordValues | null,
  cache: RelationCache = new Map(),
): Promise<SettledRelations> {
  const {
    situation,
    loaded: { form },
  } = openRecord;
  const formRelations = relationsOf(form);
  if (formRelations.length === 0) return withoutRelations(sent);
  const settledValues: RecordValues = {
    fieldsMap: { ...sent.fieldsMap },
    childTables: { ...sent.childTables },
  };
  const fillsOfHiddenFields: HiddenFill[] = [];
  const problems: Problem[] = [];
  const titles = new Map<string, string>();
  const settledKeys = new Set<string>();
  const filledRelations = new Set<string>();
  // a filled relation may fill further relations; the number of relations limits the number of rounds
  for (let round = 0; round <= formRelations.length; round += 1) {
    const mergedRecord = mergeHidden(stored, settledValues);
    const values = { ...(stored ? {} : initialValues(form, situation)), ...recordToValues(mergedRecord, form) };
    const now: RecordValues = {
      fieldsMap: { ...(stored ? {} : values), ...mergedRecord.fieldsMap },
      childTables: mergedRecord.childTables,
    };
    const valueGroups = valueGroupsOf(form, { stored, sent: settledValues, values: now }, () => true);
    const unsettledRelations = valueGroups
      .flatMap((valueGroup) => changedRelations(form, valueGroup, formRelations))
      .filter((relationInSave) => !settledKeys.has(relationKey(relationInSave)));
    if (unsettledRelations.length === 0) break;
    const filledKeys = new Set(
      unsettledRelations.flatMap(({ located: { table, relation }, valueGroup }) =>
        Object.keys(relation.fill).map((key) => JSON.stringify([table, valueGroup.rowId, key])),
      ),
    );
    const isFilled = ({ located: { table }, valueGroup, field }: RelationInSave): boolean =>
      filledKeys.has(JSON.stringify([table, valueGroup.rowId, field.key]));
    // a relation that another relation of this round fills waits for a later round, unless it has been filled already
    const readyRelations = unsettledRelations.filter(
      (relationInSave) => !isFilled(relationInSave) || filledRelations.has(relationKey(relationInSave)),
    );
    for (const relationInSave of readyRelations) {
      settledKeys.add(relationKey(relationInSave));
      await settleRelation(context, trx, openRecord, relationInSave, {
        values,
        settledValues,
        stored,
        fillsOfHiddenFields,
        problems,
        titles,
        filledRelations,
        cache,
      });
    }
    if (readyRelations.length === 0) break;
  }
  return { sent: settledValues, fillsOfHiddenFields, problems, titleOf: (id) => titles.get(id) };
}

/** Identifies a relation within a save: sub-table, row and field. */
const relationKey = ({
  located: { table, node },
  valueGroup,
}: Pick<RelationInSave, 'located' | 'valueGroup'>): string =>
  JSON.stringify([table, valueGroup.rowId ?? '', node.__vModel__]);

/** The state of `settleRelations` that its steps read and write. */
interface SettleState {
  /** Values of the record including this save, which the conditions of relations read. */
  values: Readonly<Record<string, unknown>>;
  settledValues: RecordValues;
  stored: RecordValues | null;
  fillsOfHiddenFields: HiddenFill[];
  problems: Problem[];
  titles: Map<string, string>;
  /** Keys of the relations that another relation filled. Their conditions are not checked. */
  filledRelations: Set<string>;
  cache: RelationCache;
}

/** Checks the newly referenced records of one relation and settles the values that it fills. Changes `state`. */
async function settleRelation(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  relationInSave: RelationInSave,
  state: SettleState,
): Promise<void> {
  const { located, valueGroup, addedIds, fillsToCheck, field } = relationInSave;
  const { form } = openRecord.loaded;
  const { to } = located.relation;
  const path: Path = [...valueGroup.path, field.key];
  if (relatedIds(valueGroup.now[field.key]).length === 0) {
    const emptiedFill = emptiedHiddenFill(form, openRecord.situation, valueGroup, Object.keys(located.relation.fill));
    if (emptiedFill) state.fillsOfHiddenFields.push(emptiedFill);
    return;
  }
  const isFilledByRelation = state.filledRelations.has(relationKey(relationInSave));
  const ids =
    fillsToCheck.length > 0 ? [...new Set([...addedIds, ...relatedIds(valueGroup.now[field.key])])] : addedIds;
  if (ids.length === 0) return;
  const selectable: SelectableRecords = {
    to,
    plan: isFilledByRelation ? null : await unlessRefused(wherePlanOf(context, trx, form, located), ['404'], null),
    read: conditionReader(form, state.values, openRecord, valueGroup),
  };
  await lockTargets(trx, to, ids);
  const selectedRecords = isFilledByRelation
    ? new Map<string, FormRecord>()
    : await lookUpSelectable(context, trx, openRecord, selectable, addedIds, state.cache);
  for (const id of addedIds) {
    const record = selectedRecords.get(id);
    if (record) state.titles.set(id, record.title || id);
    else if (!isFilledByRelation) {
      state.problems.push(
        await unlessRefused(
          explainRejection(context, trx, openRecord, relationInSave, id, path),
          ['404'],
          problem('RELATION_MISSING', path, { label: labelOf(field) }),
        ),
      );
      return;
    }
  }
  const [id] = relatedIds(valueGroup.now[field.key]);
  const ownId = openRecord.row?.id;
  const mayCloseCycle = to === form.definition.formKey && located.table === null && !located.relation.isMultiple;
  if (mayCloseCycle && ownId !== undefined && id !== undefined && addedIds.includes(id)) {
    const change = { key: field.key, id: ownId, parent: id };
    if (await closesCycle(trx, form, change)) {
      state.problems.push(problem('RELATION_RING', path, { label: labelOf(field), title: state.titles.get(id) ?? id }));
      return;
    }
  }
  if (fillsToCheck.length === 0 || id === undefined) return;
  const { formName } = (await loadForm(context, trx, to)).form.definition;
  const sources = await readPathValues(
    context,
    trx,
    openRecord.user,
    to,
    id,
    fillsToCheck.map((key) => located.relation.fill[key] as string),
  );
  for (const key of fillsToCheck)
    await settleFill(context, trx, openRecord, relationInSave, { key, sources, formName }, state);
}

/**
 * Returns the selectable records with these ids, by id; none if their form does not exist. The result is cached if
 * `selectable` has no condition (`plan` null).
 */
async function lookUpSelectable(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  selectable: SelectableRecords,
  ids: readonly string[],
  cache: RelationCache,
): Promise<Map<string, FormRecord>> {
  if (ids.length === 0) return new Map();
  // a condition may read values of this save, so its result is not cached
  const cacheKey = selectable.plan === null ? JSON.stringify([selectable.to, ids]) : null;
  const cached = cacheKey === null ? undefined : cache.get(cacheKey);
  if (cached) return cached;
  const foundRecords = unlessRefused(
    findSelectable(context, trx, openRecord.user, selectable, ids),
    ['404'],
    new Map<string, FormRecord>(),
  );
  if (cacheKey !== null) cache.set(cacheKey, foundRecords);
  return foundRecords;
}

/**
 * Settles the filled field `key`. Its source is the field of the referenced record from which it is filled. A sent
 * value must equal the value of the source. If no value or an empty one was sent, the value of the source is added. If
 * the relation is unchanged and this person may not see the source, the stored value takes the place of the source's
 * value. A field that is hidden from this person gets the value whatever was sent (`fillsOfHiddenFields`). `sources`:
 * the values of the referenced record, by path. `formName`: name of its form.
 */
async function settleFill(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  { located, valueGroup, field }: RelationInSave,
  { key, sources, formName }: { key: string; sources: ReadonlyMap<string, PathEndValue>; formName: string },
  { settledValues, fillsOfHiddenFields, problems, filledRelations, titles, stored }: SettleState,
): Promise<void> {
  const filledField = fieldInGroup(openRecord.loaded.form, valueGroup, key);
  if (!filledField) return;
  const sourcePath = located.relation.fill[key] as string;
  const source = sources.get(sourcePath);
  const before = valueGroup.before;
  const keepsStoredValue =
    source?.isReadable === false && before !== undefined && isSameValue(valueGroup.now[field.key], before[field.key]);
  const kind = source?.end ? fillKind(filledField.node, source.end, context.vocabulary) : 'value';
  const value = keepsStoredValue ? before[key] : kind === 'text' ? (source?.label ?? '') : (source?.value ?? null);
  const label = String((keepsStoredValue ? before[companionKey(key)] : source?.label) ?? '');
  const isEmptyValue = hasNoValue(filledField, value);
  const filledRelation = relationOf(filledField.node);
  if (filledRelation) {
    filledRelations.add(JSON.stringify([located.table, valueGroup.rowId ?? '', key]));
    for (const [id, title] of await findFilledTitles(trx, filledRelation.to, relatedIds(value), label))
      titles.set(id, title);
  }
  const fill = isEmptyValue ? emptyEntries(filledField) : filledEntries(filledField, value, label);
  if (!filledField.mayRead(openRecord.situation)) {
    fillsOfHiddenFields.push({ path: valueGroup.path, values: fill });
    return;
  }
  // an empty value counts as not sent: the source's value replaces it
  const wasSentEmpty = Object.hasOwn(valueGroup.sent, key) && hasNoValue(filledField, valueGroup.sent[key]);
  const wasSent = Object.hasOwn(valueGroup.sent, key) && !wasSentEmpty;
  if (wasSent && !isSameValue(valueGroup.sent[key], value)) {
    problems.push(
      problem('RELATION_FILL', [...valueGroup.path, key], {
        label: labelOf(filledField),
        source: labelOf(field),
        name: formName,
      }),
    );
    return;
  }
  if (wasSent) return;
  if (!wasSentEmpty && stored !== null && isSameValue(valueGroup.before?.[key], value)) return;
  addValues(openRecord.loaded.form, settledValues, valueGroup, fill);
}
