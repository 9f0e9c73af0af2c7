import { sql } from 'kysely';
import { companionKey, isTable, relatedIds, relationOf, type CompiledForm } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { initialValues, recompute, recordToValues, validateRecord, valuesToRecord } from '../../records/index.ts';
import type { Situation } from '../../rules/situation.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import {
  loadKnown,
  recordTable,
  settleLookups,
  sheetsOf,
  situationOf,
  strayProblems,
  valuesOf,
  withLabels,
  withSerials,
  writeRecord,
  sourceOf,
  type Known,
  type RecordRow,
  type RecordValues,
} from '../records/index.ts';
import type { Subject } from './subject.ts';
import type { Given } from './targetValues.ts';

/** A record that an effect writes; `row` null: a new one. */
export interface Target {
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  row: RecordRow | null;
}

const nameOf = ({ loaded, row }: Target): string =>
  row ? `${loaded.form.definition.formName}“${row.title}”` : loaded.form.definition.formName;

/** Why a target cannot be written, in one sentence; of the event's own record with the places, so that the page shows them. */
export function refuseTarget(target: Target, problems: readonly Problem[], isOwn: boolean): never {
  const words = problems
    .slice(0, 3)
    .map(({ message }) => message)
    .join('；');
  throw new Refusal('EFFECT_REFUSED', { detail: `${nameOf(target)}：${words}` }, isOwn ? { problems } : null);
}

/** Titles of the records that the given relations point at. Refuses where one of them does not exist. */
async function titlesOf(subject: Subject, target: Target, given: Given): Promise<ReadonlyMap<string, string>> {
  const { form } = target.loaded;
  const wanted = new Map<string, Set<string>>();
  const add = (to: string, value: unknown): void => {
    wanted.set(to, new Set([...(wanted.get(to) ?? []), ...relatedIds(value)]));
  };
  for (const [key, value] of Object.entries(given.fields)) {
    const relation = form.fields.get(key) && relationOf((form.fields.get(key) as { node: object }).node);
    if (relation) add(relation.to, value);
  }
  for (const [key, rows] of Object.entries(given.tables))
    for (const column of form.tables.get(key)?.columns ?? []) {
      const relation = relationOf(column.node);
      if (relation) for (const row of rows) add(relation.to, row.fieldsMap[column.key]);
    }
  const titles = new Map<string, string>();
  for (const [to, ids] of wanted) {
    if (ids.size === 0) continue;
    // held, so that nobody removes what is pointed at before this is stored
    const { rows } = await sql<{
      id: string;
      title: string;
    }>`select id, title from ${recordTable(to)} where id = any(${[...ids]}::text[]) order by id for key share`.execute(
      subject.trx,
    );
    for (const { id, title } of rows) titles.set(id, title);
    const gone = [...ids].find((id) => !titles.has(id));
    if (gone !== undefined) throw new Refusal('EFFECT_REFUSED', { detail: `${nameOf(target)}：要关联的记录已不存在` });
  }
  return titles;
}

/** A relation that was given is called by its record's title, whatever text came with it. */
function withoutLabels(form: CompiledForm, { fields, tables }: Given): Given {
  const cleaned = { ...fields };
  for (const field of form.fields.values())
    if (!isTable(field) && relationOf(field.node) && Object.hasOwn(cleaned, field.key))
      delete cleaned[companionKey(field.key)];
  return { fields: cleaned, tables };
}

interface Judged {
  values: RecordValues;
  problems: readonly Problem[];
}

/** The values as they would be stored, and what of them is wrong by the target's own rules. */
async function judge(
  subject: Subject,
  target: Target,
  situation: Situation,
  given: Given,
  isDraft: boolean,
): Promise<Judged> {
  const { form } = target.loaded;
  const stored = target.row ? valuesOf(target.row) : null;
  const initial = stored ?? (valuesToRecord(initialValues(form, situation), form) as RecordValues);
  const merged: RecordValues = {
    fieldsMap: { ...initial.fieldsMap, ...given.fields },
    childTables: { ...initial.childTables, ...given.tables },
  };
  const after = recordToValues(merged, form);
  const lookedUp = await settleLookups(subject.context, subject.trx, subject.user, form, situation, {
    stored: stored && recordToValues(stored, form),
    after: [after],
  });
  const computed = recompute(form, after, lookedUp);
  const kept = valuesToRecord(computed, form);
  const values: RecordValues = {
    fieldsMap: { ...merged.fieldsMap, ...kept.fieldsMap },
    childTables: { ...merged.childTables, ...kept.childTables } as RecordValues['childTables'],
  };
  const save = { stored, sent: { fieldsMap: given.fields, childTables: given.tables }, values };
  const titles = await titlesOf(subject, target, given);
  const others = await loadKnown(
    subject.trx,
    sheetsOf(form, save, (field) => sourceOf(field) !== null),
  );
  const known: Known = (field, sheet, value) => {
    const title = sourceOf(field)?.kind === 'relation' ? titles.get(value) : undefined;
    return title === undefined ? others(field, sheet, value) : { label: title, isRetired: false };
  };
  const strays = isDraft ? [] : await strayProblems(form, save, situation, known, async () => stored);
  const scope = { values: computed, situation };
  // what an effect gives is held to the field's rules, though nobody might type it here
  const ofGiven = Object.keys(given.fields).flatMap((key) => {
    const field = form.fields.get(key);
    return !field || isTable(field)
      ? []
      : field.validate(computed[key], scope).map((one) => ({ ...one, path: ['fieldsMap', key, ...one.path] }));
  });
  const found = validateRecord(form, computed, situation, { draft: isDraft });
  return {
    values: withLabels(form, save, known),
    problems: [...ofGiven.filter(({ code }) => !isDraft || code !== 'VALUE_REQUIRED'), ...found, ...strays],
  };
}

const placeOf = ({ code, path }: Problem): string => JSON.stringify([code, path]);

/**
 * Stores what an effect gives to a record, as a save of it would: computed values, texts, numbers, unique values and
 * relations with it. What was wrong with the record before is not held against it; what is wrong now refuses the step.
 * Answers the record as stored; null: it stands like that already.
 */
export async function storeTarget(
  subject: Subject,
  target: Target,
  given: Given,
  { flwState, isDraft = false }: { flwState: string; isDraft?: boolean },
): Promise<RecordRow | null> {
  const { trx, user } = subject;
  const { row, loaded } = target;
  const { form } = loaded;
  const isOwn = row?.id === subject.row.id;
  const situation = situationOf({ user, formKey: null, row, rules: null, isEdit: true, isTask: false });
  const cleaned = withoutLabels(form, given);
  const { values, problems } = await judge(subject, target, situation, cleaned, isDraft);
  const before = row ? validateRecord(form, recordToValues(valuesOf(row), form), situation) : [];
  const known = new Set(before.map(placeOf));
  const wrong = [
    ...new Map(problems.filter((one) => !known.has(placeOf(one))).map((one) => [placeOf(one), one])).values(),
  ];
  if (wrong.length > 0) refuseTarget(target, wrong, isOwn);
  if (row && JSON.stringify(valuesOf(row)) === JSON.stringify(values) && row.flw_state === flwState) return null;
  // what happens by itself belongs to the unit of the record that it happened to
  const author = user.unitId === null ? { ...user, unitId: subject.row.unit_id, deptId: subject.row.dept_id } : user;
  const open = { loaded, flow: target.flow, row, user: author, situation };
  const numbered = await withSerials(trx, open, values, false);
  try {
    return await writeRecord(trx, open, {
      values: numbered,
      flwState,
      taskNode: row?.task_node ?? '',
      action: 'effect',
      node: '',
      note: subject.cause,
    });
  } catch (error) {
    const found = error instanceof Refusal ? (error.data as { problems?: readonly Problem[] } | null)?.problems : null;
    if (found && found.length > 0) refuseTarget(target, found, isOwn);
    throw error;
  }
}
