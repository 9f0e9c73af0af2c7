import type { RawBuilder, SqlBool } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledForm, PlacedRelation, ReadName } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, relatedForms } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { listRecords, type RecordPage, type RecordQuery } from '../list/listRecords.ts';
import type { Matching } from '../list/matching.ts';
import { inForceSql, namesState } from './inForce.ts';
import { planWhere, whereSql, type WherePlan } from './whereSql.ts';

/** Which records a relation may point at: its form, its condition, and the values around that the condition reads. */
export interface Candidates {
  to: string;
  plan: WherePlan | null;
  read: ReadName;
}

const plans = new WeakMap<CompiledForm, Map<string, { target: object; plan: WherePlan }>>();

/**
 * The plan of a relation's condition, made once for each pair of versions. A condition that does not fit the other form any
 * more (that was published since) is refused with REQUEST_INVALID: nothing may be chosen by half of it.
 */
export async function planOf(
  context: ServerContext,
  db: Db,
  form: CompiledForm,
  placed: PlacedRelation,
): Promise<WherePlan | null> {
  if (placed.relation.where === '') return null;
  const target = (await loadForm(context, db, placed.relation.to)).form.definition;
  const name = JSON.stringify([placed.table, placed.node.__vModel__]);
  const known = plans.get(form)?.get(name);
  if (known?.target === target) return known.plan;
  const formOf = await relatedForms(context, db, form.definition);
  const planned = planWhere(form.definition, target, placed, { formOf, vocabulary: context.vocabulary });
  if (!planned.ok) {
    const label = placed.node.label || placed.node.__vModel__;
    throw new Refusal('REQUEST_INVALID', {
      detail: `“${label}”的选择条件与“${target.formName}”的现行定义不符：${planned.problems[0]?.message ?? ''}`,
    });
  }
  const byName = plans.get(form) ?? new Map<string, { target: object; plan: WherePlan }>();
  const plan = planned.value;
  if (plan) byName.set(name, { target, plan });
  plans.set(form, byName);
  return plan;
}

const matchingOf = (plan: WherePlan, read: ReadName): Matching => ({
  names: plan.names,
  sql: (column) => whereSql(plan, column, read),
});

/** Which of the records count: those in force that meet the condition; with `isAny` all that may be read. */
export type Asked = Omit<RecordQuery, 'isWholeUnit' | 'matching' | 'narrowing'> & { isAny?: boolean };

/** The records that a relation may point at and this person may read, as they may see them. Refuses with 404 without such a form. */
export async function listCandidates(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { to, plan, read }: Candidates,
  { isAny = false, ...query }: Asked,
): Promise<RecordPage> {
  const { form } = await loadForm(context, db, to);
  const narrowing: RawBuilder<SqlBool>[] = isAny || namesState(plan) ? [] : [inForceSql(form.definition)];
  return listRecords(context, db, user, to, {
    ...query,
    isWholeUnit: true,
    narrowing,
    ...(plan && !isAny ? { matching: matchingOf(plan, read) } : {}),
  });
}

const CHUNK = 200;

/** Those among these records that may be chosen (with `isAny`: that may be read), by id. */
export async function findCandidates(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  candidates: Candidates,
  ids: readonly string[],
  isAny = false,
): Promise<Map<string, FormRecord>> {
  const found = new Map<string, FormRecord>();
  for (let from = 0; from < ids.length; from += CHUNK) {
    const { rows } = await listCandidates(context, db, user, candidates, {
      isAny,
      page: { pageNum: 1, pageSize: CHUNK },
      conditions: [{ field: 'id', op: 'in', value: ids.slice(from, from + CHUNK) }],
    });
    for (const row of rows) if (row.id !== undefined) found.set(row.id, row);
  }
  return found;
}
