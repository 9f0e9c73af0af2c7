import {
  coerce,
  compileExpression,
  fieldsOf,
  isEmptyValue,
  lookupsIn,
  readerOf,
  valueTypeOf,
  whereTypes,
  type CompiledForm,
  type PlacedLookups,
  type ReadName,
} from '../../../kernel/index.ts';
import type { LookupAsk } from '../../../rules/lookupAnswers.ts';
import type { ServerContext } from '../../context.ts';
import { publishedForm, relatedForms } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { situationOf } from '../read/situationOf.ts';
import { listCandidates } from '../relations/targets.ts';
import { planWhere, type WherePlan } from '../relations/whereSql.ts';

/** A call of one formula, ready to be asked of the database. */
interface Plan {
  to: string;
  field: string;
  isNumber: boolean;
  plan: WherePlan | null;
  since: string;
  dateOf: ((read: ReadName) => unknown) | null;
}

const plans = new WeakMap<CompiledForm, Map<string, { target: object; plan: Plan }>>();

const placeOf = (form: CompiledForm, { field, table }: LookupAsk): PlacedLookups | undefined =>
  lookupsIn(form.definition).find((one) => one.node.__vModel__ === field && one.table === table);

/** The plan of a call; null where the other form is gone or no longer has what is asked for. */
async function planOf(context: ServerContext, db: Db, form: CompiledForm, ask: LookupAsk): Promise<Plan | null> {
  const call = placeOf(form, ask)?.calls[ask.index];
  const target = call && (await publishedForm(context, db, call.to));
  const field = call && target && fieldsOf(target).get(call.field);
  if (!call || !target || !field) return null;
  const name = JSON.stringify([ask.table, ask.field, ask.index]);
  const known = plans.get(form)?.get(name);
  if (known?.target === target) return known.plan;
  const { vocabulary } = context;
  const around = { formOf: await relatedForms(context, db, form.definition), vocabulary };
  const placed = {
    table: ask.table,
    relation: { to: call.to, where: call.where, isMultiple: false, fill: {}, onDelete: 'clear' as const },
  };
  const planned = planWhere(form.definition, target, placed, around);
  if (!planned.ok) return null;
  const types = whereTypes(form.definition, target, ask.table, vocabulary);
  const plan: Plan = {
    to: call.to,
    field: call.field,
    isNumber: valueTypeOf(field, vocabulary) === 'double',
    plan: planned.value,
    since: call.since,
    dateOf: call.since === '' ? null : compileExpression(call.at, types),
  };
  const byName = plans.get(form) ?? new Map<string, { target: object; plan: Plan }>();
  plans.set(form, byName.set(name, { target, plan }));
  return plan;
}

function readerFor(form: CompiledForm, user: RequestUser, { table, values, row }: LookupAsk): ReadName {
  const columns = table === null ? undefined : form.tables.get(table)?.columns.map(({ key }) => key);
  const situation = situationOf({ user, formKey: null, row: null, rules: null, isEdit: true, isTask: false });
  const read = readerOf(new Set(form.fields.keys()), columns && new Set(columns))({ values, situation, row });
  return (name) => (name === 'row' ? row : read(name));
}

/** A day or a moment; part of one (a month not chosen yet) asks for nothing. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text.slice(0, 10)));

/** A form that this person may not open has nothing for them. */
const asReadable = async (...[context, db, user, candidates, asked]: Parameters<typeof listCandidates>) =>
  listCandidates(context, db, user, candidates, asked).catch((error: unknown) => {
    if (error instanceof Refusal && (error.code === '404' || error.code === '403')) return { rows: [] };
    throw error;
  });

/**
 * The value that one call of a formula comes to for this person: of the records in force that they may read and that meet the
 * condition, the one whose date is the last up to the day asked for, else the one that was made last. Null where there is none,
 * where its field is hidden from them, or where the form is gone.
 */
export async function lookUpValue(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  form: CompiledForm,
  ask: LookupAsk,
): Promise<unknown> {
  const plan = await planOf(context, db, form, ask);
  if (!plan) return null;
  const read = readerFor(form, user, ask);
  const at = plan.dateOf?.(read);
  if (plan.dateOf && !(typeof at === 'string' && isDate(at))) return null;
  const { rows } = await asReadable(
    context,
    db,
    user,
    { to: plan.to, plan: plan.plan, read },
    {
      page: { pageNum: 1, pageSize: 1 },
      ...(plan.dateOf
        ? {
            conditions: [{ field: plan.since, op: 'lte', value: at }],
            sort: { field: plan.since, order: 'desc' as const },
          }
        : {}),
    },
  );
  const value = rows[0]?.fieldsMap[plan.field] ?? null;
  return isEmptyValue(value) ? null : plan.isNumber ? coerce(value, 'double') : value;
}
