import { sql } from 'kysely';
import { companionKey } from '../../domain/companionKey.ts';
import { isTable, relatedIds, relationOf, type CompiledForm } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { initialValues, recompute, recordToValues, validateRecord, valuesToRecord } from '../../records/index.ts';
import type { Situation } from '../../rules/situation.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import {
  loadOptionLookup,
  recordTable,
  withLookedUpValues,
  valueGroupsOf,
  situationOf,
  findInvalidOptions,
  valuesOf,
  withLabels,
  withSerials,
  writeRecord,
  optionSourceOf,
  type OptionLookup,
  type RecordRow,
  type RecordValues,
} from '../records/index.ts';
import type { Subject } from './subject.ts';
import type { TargetValues } from './targetValues.ts';

const FINISHED = '3';

/** A record that an effect writes. `row`: null for a new record. */
export interface Target {
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  row: RecordRow | null;
}

/** Returns the form's name and the record's title, for messages. */
const targetName = ({ loaded, row }: Target): string =>
  row ? `${loaded.form.definition.formName}“${row.title}”` : loaded.form.definition.formName;

/**
 * Refuses with EFFECT_REFUSED a target that cannot be written. The refusal contains the first problems as text.
 * `isSubjectRecord`: the target is the record of the event (`subject.row`). The refusal then also contains the problems
 * with their paths, and the page shows them at the fields.
 */
function refuseTarget(target: Target, problems: readonly Problem[], isSubjectRecord: boolean): never {
  const messages = problems
    .slice(0, 3)
    .map(({ message }) => message)
    .join('；');
  throw new Refusal(
    'EFFECT_REFUSED',
    { detail: `${targetName(target)}：${messages}` },
    isSubjectRecord ? { problems } : null,
  );
}

/**
 * Locks the records to which the relations in `newValues` refer, and returns their titles by id. Refuses with
 * EFFECT_REFUSED if a record does not exist.
 */
async function lockAndReadTitles(
  subject: Subject,
  target: Target,
  newValues: TargetValues,
): Promise<ReadonlyMap<string, string>> {
  const { form } = target.loaded;
  const idsByForm = new Map<string, Set<string>>();
  const addIds = (to: string, value: unknown): void => {
    idsByForm.set(to, new Set([...(idsByForm.get(to) ?? []), ...relatedIds(value)]));
  };
  for (const [key, value] of Object.entries(newValues.fields)) {
    const relation = form.fields.get(key) && relationOf((form.fields.get(key) as { node: object }).node);
    if (relation) addIds(relation.to, value);
  }
  for (const [key, rows] of Object.entries(newValues.tables))
    for (const column of form.tables.get(key)?.columns ?? []) {
      const relation = relationOf(column.node);
      if (relation) for (const row of rows) addIds(relation.to, row.fieldsMap[column.key]);
    }
  const titles = new Map<string, string>();
  for (const [to, ids] of idsByForm) {
    if (ids.size === 0) continue;
    // lock the records, so that they cannot be removed before the target is stored
    const { rows } = await sql<{
      id: string;
      title: string;
    }>`select id, title from ${recordTable(to)} where id = any(${[...ids]}::text[]) order by id for key share`.execute(
      subject.trx,
    );
    for (const { id, title } of rows) titles.set(id, title);
    const missingId = [...ids].find((id) => !titles.has(id));
    if (missingId !== undefined)
      throw new Refusal('EFFECT_REFUSED', { detail: `${targetName(target)}：要关联的记录已不存在` });
  }
  return titles;
}

/**
 * Removes the display texts of relation fields from the values that an effect writes, because the current titles of the
 * related records are stored instead. Leaves the rows of sub-tables unchanged.
 */
function withoutRelationLabels(form: CompiledForm, { fields, tables }: TargetValues): TargetValues {
  const fieldsWithoutLabels = { ...fields };
  for (const field of form.fields.values())
    if (!isTable(field) && relationOf(field.node) && Object.hasOwn(fieldsWithoutLabels, field.key))
      delete fieldsWithoutLabels[companionKey(field.key)];
  return { fields: fieldsWithoutLabels, tables };
}

/** The values of a target as they would be stored, and their problems. */
interface CheckedValues {
  values: RecordValues;
  problems: readonly Problem[];
}

/**
 * Returns the values as they would be stored, and their problems by the rules of the target's form. `isDraft`: true for
 * a record of a form with a process until the record is finished, also while the process runs. Required fields may then
 * be empty, and options are not checked.
 */
async function checkValues(
  subject: Subject,
  target: Target,
  situation: Situation,
  newValues: TargetValues,
  isDraft: boolean,
): Promise<CheckedValues> {
  const { form } = target.loaded;
  const stored = target.row ? valuesOf(target.row) : null;
  const initialRecord = stored ?? (valuesToRecord(initialValues(form, situation), form) as RecordValues);
  const mergedValues: RecordValues = {
    fieldsMap: { ...initialRecord.fieldsMap, ...newValues.fields },
    childTables: { ...initialRecord.childTables, ...newValues.tables },
  };
  const valuesAfter = recordToValues(mergedValues, form);
  const situationWithLookups = await withLookedUpValues(subject.context, subject.trx, subject.user, form, situation, {
    stored: stored && recordToValues(stored, form),
    newStates: [valuesAfter],
  });
  const computedValues = recompute(form, valuesAfter, situationWithLookups);
  const computedRecord = valuesToRecord(computedValues, form);
  const values: RecordValues = {
    fieldsMap: { ...mergedValues.fieldsMap, ...computedRecord.fieldsMap },
    childTables: { ...mergedValues.childTables, ...computedRecord.childTables } as RecordValues['childTables'],
  };
  const save = { stored, sent: { fieldsMap: newValues.fields, childTables: newValues.tables }, values };
  const titles = await lockAndReadTitles(subject, target, newValues);
  // finds stored options and titles; the titles that were just read under a lock take precedence
  const otherOptionLookup = await loadOptionLookup(
    subject.trx,
    valueGroupsOf(form, save, (field) => optionSourceOf(field) !== null),
  );
  const optionLookup: OptionLookup = (field, valueGroup, value) => {
    const title = optionSourceOf(field)?.kind === 'relation' ? titles.get(value) : undefined;
    return title === undefined ? otherOptionLookup(field, valueGroup, value) : { label: title, isRetired: false };
  };
  const optionProblems = isDraft
    ? []
    : await findInvalidOptions(form, save, situation, optionLookup, async () => stored);
  const scope = { values: computedValues, situation };
  // validates the values that the effect writes in every field, also in fields that the user cannot edit
  const problemsOfValues = Object.keys(newValues.fields).flatMap((key) => {
    const field = form.fields.get(key);
    return !field || isTable(field)
      ? []
      : field
          .validate(computedValues[key], scope)
          .map((problem) => ({ ...problem, path: ['fieldsMap', key, ...problem.path] }));
  });
  const recordProblems = validateRecord(form, computedValues, situation, { draft: isDraft });
  return {
    values: withLabels(form, save, optionLookup),
    problems: [
      ...problemsOfValues.filter(({ code }) => !isDraft || code !== 'VALUE_REQUIRED'),
      ...recordProblems,
      ...optionProblems,
    ],
  };
}

const problemKey = ({ code, path }: Problem): string => JSON.stringify([code, path]);

/**
 * Stores the values that an effect writes into a record, like a save: with computed values, display texts, serials,
 * unique values and relations. Refuses with EFFECT_REFUSED if the values have problems that the record did not have
 * before; required fields of a record in a process may stay empty until it is finished. Keeps the record's state.
 * Returns the stored record; null if nothing changed.
 */
export async function storeTarget(
  subject: Subject,
  target: Target,
  newValues: TargetValues,
): Promise<RecordRow | null> {
  const { trx, user } = subject;
  const { row, loaded } = target;
  const { form } = loaded;
  const flwState = row?.flw_state ?? '0';
  const isDraft = target.flow !== null && flwState !== FINISHED;
  const isSubjectRecord = row?.id === subject.row.id;
  const situation = situationOf({ user, formKey: null, row, rules: null, isEdit: true, isTask: false });
  const valuesToStore = withoutRelationLabels(form, newValues);
  const { values, problems } = await checkValues(subject, target, situation, valuesToStore, isDraft);
  const earlierProblems = row ? validateRecord(form, recordToValues(valuesOf(row), form), situation) : [];
  const earlierProblemKeys = new Set(earlierProblems.map(problemKey));
  const newProblems = [
    ...new Map(
      problems
        .filter((problem) => !earlierProblemKeys.has(problemKey(problem)))
        .map((problem) => [problemKey(problem), problem]),
    ).values(),
  ];
  if (newProblems.length > 0) refuseTarget(target, newProblems, isSubjectRecord);
  if (row && JSON.stringify(valuesOf(row)) === JSON.stringify(values)) return null;
  // if the acting user has no unit (timed effects), a new record gets the unit and department of the subject's record
  const author = user.unitId === null ? { ...user, unitId: subject.row.unit_id, deptId: subject.row.dept_id } : user;
  const openRecord = { loaded, flow: target.flow, row, user: author, situation };
  const valuesWithSerials = await withSerials(trx, openRecord, values, false);
  try {
    return await writeRecord(trx, openRecord, {
      values: valuesWithSerials,
      flwState,
      taskNode: row?.task_node ?? '',
      action: 'effect',
      actionNode: '',
      note: subject.cause,
    });
  } catch (error) {
    const refusedProblems =
      error instanceof Refusal ? (error.data as { problems?: readonly Problem[] } | null)?.problems : null;
    if (refusedProblems && refusedProblems.length > 0) refuseTarget(target, refusedProblems, isSubjectRecord);
    throw error;
  }
}
