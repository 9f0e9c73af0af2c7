import type { RawBuilder, SqlBool } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { LocatedRelation } from '../../../relations/index.ts';
import type { ReadName } from '../../../expressions/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, relatedForms } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal, unlessRefused } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { listRecords, type RecordPage } from '../list/listRecords.ts';
import type { RecordQuery } from '../list/prepareList.ts';
import type { FieldCondition } from '../list/fieldCondition.ts';
import { inForceSql, filtersByState } from './inForce.ts';
import { planWhere, whereSql, type WherePlan } from './whereSql.ts';

/**
 * The records that a relation may refer to (wire name `candidates`). `to`: the target form. `plan`: the relation's
 * condition, or null. `read`: returns the values of the referring record that the condition reads.
 */
export interface SelectableRecords {
  to: string;
  plan: WherePlan | null;
  read: ReadName;
}

/** Cached plans by form and relation. Each is stored with the target definition it was made for. */
const planCache = new WeakMap<CompiledForm, Map<string, { target: object; plan: WherePlan }>>();

/**
 * Returns the plan of a relation's condition, cached for each pair of form versions; null if the relation has no
 * condition. Refuses with REQUEST_INVALID a condition that a later version of the target form made invalid, because a
 * condition cannot be applied in part.
 */
export async function wherePlanOf(
  context: ServerContext,
  db: Db,
  form: CompiledForm,
  located: LocatedRelation,
): Promise<WherePlan | null> {
  if (located.relation.where === '') return null;
  const target = (await loadForm(context, db, located.relation.to)).form.definition;
  const relationKey = JSON.stringify([located.table, located.node.__vModel__]);
  const cached = planCache.get(form)?.get(relationKey);
  if (cached?.target === target) return cached.plan;
  const formOf = await relatedForms(context, db, form.definition);
  const planResult = planWhere(form.definition, target, located, { formOf, vocabulary: context.vocabulary });
  if (!planResult.ok) {
    const label = located.node.label || located.node.__vModel__;
    throw new Refusal('REQUEST_INVALID', {
      detail: `“${label}”的选择条件与“${target.formName}”的现行定义不符：${planResult.problems[0]?.message ?? ''}`,
    });
  }
  const plansOfForm = planCache.get(form) ?? new Map<string, { target: object; plan: WherePlan }>();
  const plan = planResult.value;
  if (plan) plansOfForm.set(relationKey, { target, plan });
  planCache.set(form, plansOfForm);
  return plan;
}

/** Returns a relation's condition as a condition of a list. */
const conditionOf = (plan: WherePlan, read: ReadName): FieldCondition => ({
  names: plan.names,
  sql: (column) => whereSql(plan, column, read),
});

/**
 * A query of the records that a relation may refer to: those that match the relation's condition and, unless the
 * condition reads the record's state, are in force. `isAnyReadable`: all readable records instead.
 */
export type SelectableQuery = Omit<RecordQuery, 'isWholeUnit' | 'fieldCondition'> & { isAnyReadable?: boolean };

/**
 * Returns one page of the records that a relation may refer to, as far as this person may read them, with the values
 * that they may see. Refuses with 404 an unknown form.
 */
export async function listSelectable(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { to, plan, read }: SelectableRecords,
  { isAnyReadable = false, serverConditions = [], ...query }: SelectableQuery,
): Promise<RecordPage> {
  const { form } = await loadForm(context, db, to);
  const stateConditions: RawBuilder<SqlBool>[] =
    isAnyReadable || filtersByState(plan) ? [] : [inForceSql(form.definition)];
  return listRecords(context, db, user, to, {
    ...query,
    isWholeUnit: true,
    serverConditions: [...serverConditions, ...stateConditions],
    ...(plan && !isAnyReadable ? { fieldCondition: conditionOf(plan, read) } : {}),
  });
}

const BATCH_SIZE = 200;

/**
 * Returns the selectable records (with `isAnyReadable`: the readable records) with these ids, by id. Returns none if
 * this person has no right to see the form.
 */
export async function findSelectable(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  selectable: SelectableRecords,
  ids: readonly string[],
  { isAnyReadable = false }: { isAnyReadable?: boolean } = {},
): Promise<Map<string, FormRecord>> {
  const recordsById = new Map<string, FormRecord>();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const query: SelectableQuery = {
      isAnyReadable,
      page: { pageNum: 1, pageSize: BATCH_SIZE },
      conditions: [{ field: 'id', op: 'in', value: ids.slice(start, start + BATCH_SIZE) }],
    };
    const { rows } = await unlessRefused(listSelectable(context, db, user, selectable, query), ['403'], { rows: [] });
    for (const row of rows) if (row.id !== undefined) recordsById.set(row.id, row);
  }
  return recordsById;
}
