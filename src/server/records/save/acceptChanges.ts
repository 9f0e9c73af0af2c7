import type { FormRecord } from '../../../grammar/documents.ts';
import { isTable, keptKeys, type CompiledForm } from '../../../kernel/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import {
  type Picked,
  type Vouches,
  checkChanges,
  mergeHidden,
  recompute,
  initialValues,
  recordToValues,
  storedKeys,
  valuesToRecord,
  validateRecord,
} from '../../../records/index.ts';
import { MAX_WORK, withinWork } from '../../../domain/workBudget.ts';
import type { Situation } from '../../../rules/situation.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RecordValues } from '../tables.ts';

/** A draft may be half done: only values that cannot be stored are refused. Complete is what an action asks for. */
export type Strictness = 'draft' | 'complete';

export interface Change {
  form: CompiledForm;
  /** null: a new record. */
  stored: RecordValues | null;
  sent: RecordValues;
  situation: Situation;
  strictness: Strictness;
  /** What the sources of new rows say. */
  picked?: Picked;
  /** Whether calls gave what they are said to have filled. */
  vouches?: Vouches;
}

export interface Accepted {
  /** Changes this person may not make here. */
  forbidden: Problem[];
  /** What must be put right first. */
  invalid: Problem[];
  /** What is to be stored when both are empty. */
  values: RecordValues;
}

/** Defaults of what this person does not see, for their page could not send them, or may not change: leaving it out changes nothing. */
function lockedDefaults(form: CompiledForm, situation: Situation): Record<string, unknown> {
  const initial = initialValues(form, situation);
  const locked = [...form.fields.values()].filter(
    (field) => !isTable(field) && (!field.mayRead(situation) || !field.mayWrite({ values: initial, situation })),
  );
  return Object.fromEntries(
    locked
      .flatMap(storedKeys)
      .filter((key) => Object.hasOwn(initial, key))
      .map((key) => [key, initial[key]]),
  );
}

/** Each problem of each place once. */
export function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((one) => [`${one.code} ${JSON.stringify(one.path)}`, one])).values()];
}

/** Judges what came against what is stored and computes what would be stored. Pure. Null: past `limit` of work, counted as `MAX_WORK` is. */
export function judgeWithin(change: Change, limit: number): Accepted | null {
  const { result, isOver } = withinWork(limit, () => judge(change));
  return isOver ? null : result;
}

/** The refusal of a save whose formulas cost too much, which names its longest table. */
export function tooMuchWork({ form, sent }: Pick<Change, 'form' | 'sent'>): Refusal {
  const [key, rows] = Object.entries(sent.childTables).reduce(
    (longest, one) => (one[1].length > longest[1].length ? one : longest),
    ['', [] as unknown[]],
  );
  return new Refusal('ROW_WORK', {
    label: form.tables.get(key)?.node.label || key || form.definition.formName,
    rows: rows.length > 0 ? `有 ${rows.length} 行，` : '',
  });
}

/** The same for all the work that a save may cost. Refuses with ROW_WORK where formulas cost more. */
export function acceptChanges(change: Change): Accepted {
  const accepted = judgeWithin(change, MAX_WORK);
  if (accepted === null) throw tooMuchWork(change);
  return accepted;
}

/** What came without the values that the server keeps: a page sends them as it read them, and they may have moved since. */
export function withoutKept<T extends RecordValues>(form: CompiledForm, sent: T): T {
  const kept = keptKeys(form.definition);
  if (kept.size === 0) return sent;
  return { ...sent, fieldsMap: Object.fromEntries(Object.entries(sent.fieldsMap).filter(([key]) => !kept.has(key))) };
}

function judge({ form, stored, sent: given, situation, strictness, picked, vouches }: Change): Accepted {
  const sent = withoutKept(form, given);
  const changes = checkChanges({
    compiled: form,
    stored,
    incoming: sent,
    situation,
    ...(picked ? { picked } : {}),
    ...(vouches ? { vouches } : {}),
  });
  const merged = mergeHidden(stored, sent);
  const values = { ...(stored ? {} : lockedDefaults(form, situation)), ...recordToValues(merged, form) };
  const computed = recompute(form, values, situation);
  const found = validateRecord(form, computed, situation, { draft: strictness === 'draft' });
  const kept = valuesToRecord(computed, form);
  // nobody stores names of their own, not even of empty tables
  const tables = Object.entries(merged.childTables).filter(
    ([key]) => form.tables.has(key) || Object.hasOwn(stored?.childTables ?? {}, key),
  );
  return {
    forbidden: changes.filter(({ code }) => code !== 'VALUE_UNKNOWN' && code !== 'VALUE_TYPE'),
    invalid: withoutRepeats([
      ...changes.filter(({ code }) => code === 'VALUE_UNKNOWN' || code === 'VALUE_TYPE'),
      ...(strictness === 'complete' ? found : found.filter(({ code }) => code === 'VALUE_TYPE')),
    ]),
    // values of fields that this version no longer has are kept beside
    values: {
      fieldsMap: { ...merged.fieldsMap, ...kept.fieldsMap },
      childTables: { ...Object.fromEntries(tables), ...kept.childTables } as FormRecord['childTables'],
    },
  };
}
