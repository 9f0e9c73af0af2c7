import { coerce, compileExpression, isEmptyValue, type ReadName } from '../../../expressions/index.ts';
import { fieldsOf, lookupsIn, whereTypes, type LocatedLookups } from '../../../relations/index.ts';
import { readerOf, valueTypeOf, type CompiledForm } from '../../../kernel/index.ts';
import type { LookupRequest } from '../../../rules/lookupAnswers.ts';
import type { ServerContext } from '../../context.ts';
import { publishedForm, relatedForms } from '../../documents/index.ts';
import { unlessRefused } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { situationOf } from '../read/situationOf.ts';
import { listSelectable } from '../relations/selectableRecords.ts';
import { planWhere, type WherePlan } from '../relations/whereSql.ts';

/** One `lookup` call of a formula, prepared for the database. It returns `field` of a record of the form `to`. */
interface LookupPlan {
  to: string;
  field: string;
  /** True if `field` contains a number. */
  isNumber: boolean;
  /** The condition on the record; null: none. */
  wherePlan: WherePlan | null;
  /** The field with the date from which a record is valid; '' to use the newest record, whatever its dates. */
  since: string;
  /** Returns the day for which the value is looked up; null if `since` is ''. */
  dateOf: ((read: ReadName) => unknown) | null;
}

/** Cached plans by form and `lookup` call, each with the target form (`to`) for which the plan was made. */
const plansByForm = new WeakMap<CompiledForm, Map<string, { target: object; plan: LookupPlan }>>();

const locatedLookupsOf = (form: CompiledForm, { field, table }: LookupRequest): LocatedLookups | undefined =>
  lookupsIn(form.definition).find((located) => located.node.__vModel__ === field && located.table === table);

/**
 * Returns the plan of the `lookup` call to which the request refers. Returns null if the form contains no such call, if
 * the target form does not exist or lacks the field, or if the condition cannot be translated to SQL.
 */
async function planOf(
  context: ServerContext,
  db: Db,
  form: CompiledForm,
  request: LookupRequest,
): Promise<LookupPlan | null> {
  const lookupCall = locatedLookupsOf(form, request)?.calls[request.index];
  const target = lookupCall && (await publishedForm(context, db, lookupCall.to));
  const field = lookupCall && target && fieldsOf(target).get(lookupCall.field);
  if (!lookupCall || !target || !field) return null;
  const callKey = JSON.stringify([request.table, request.field, request.index]);
  const cached = plansByForm.get(form)?.get(callKey);
  if (cached?.target === target) return cached.plan;
  const { vocabulary } = context;
  const formContext = { formOf: await relatedForms(context, db, form.definition), vocabulary };
  const locatedRelation = {
    table: request.table,
    relation: {
      to: lookupCall.to,
      where: lookupCall.where,
      isMultiple: false,
      fill: {},
      fillRows: {},
      onDelete: 'clear' as const,
    },
  };
  const planResult = planWhere(form.definition, target, locatedRelation, formContext);
  if (!planResult.ok) return null;
  const types = whereTypes(form.definition, target, request.table, vocabulary);
  const plan: LookupPlan = {
    to: lookupCall.to,
    field: lookupCall.field,
    isNumber: valueTypeOf(field, vocabulary) === 'double',
    wherePlan: planResult.value,
    since: lookupCall.since,
    dateOf: lookupCall.since === '' ? null : compileExpression(lookupCall.at, types),
  };
  const plansByCall = plansByForm.get(form) ?? new Map<string, { target: object; plan: LookupPlan }>();
  plansByForm.set(form, plansByCall.set(callKey, { target, plan }));
  return plan;
}

/**
 * Returns a function that reads the names in a call's condition and date: fields, columns of the current row, and the
 * row itself as `row`.
 */
function readerFor(form: CompiledForm, user: RequestUser, { table, values, row }: LookupRequest): ReadName {
  const columns = table === null ? undefined : form.tables.get(table)?.columns.map(({ key }) => key);
  const situation = situationOf({ user, formKey: null, row: null, rules: null, isEdit: true, isTask: false });
  const read = readerOf(new Set(form.fields.keys()), columns && new Set(columns))({ values, situation, row });
  return (name) => (name === 'row' ? row : read(name));
}

/**
 * Checks whether the text begins with a full date, which a time may follow. A month, for example, is not a full date.
 */
const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text.slice(0, 10)));

/** Lists the matching records. Returns none if the form does not exist or this person may not see it. */
const listMatchingRecords = async (...listArguments: Parameters<typeof listSelectable>) =>
  unlessRefused(listSelectable(...listArguments), ['403', '404'], { rows: [] });

/**
 * Returns the value that one `lookup` call returns for this person. It considers only records that the person may read,
 * that match the condition, and that are in force. A record need not be in force if the condition itself reads the
 * state. Of these records, the call uses the newest one or, with a date, the one with the latest date up to the
 * requested day. Returns null if there is no such record, its field is empty or hidden from this person, the requested
 * day is not a date, or the call cannot be planned (`planOf`).
 */
export async function lookUpValue(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  form: CompiledForm,
  request: LookupRequest,
): Promise<unknown> {
  const plan = await planOf(context, db, form, request);
  if (!plan) return null;
  const read = readerFor(form, user, request);
  const date = plan.dateOf?.(read);
  if (plan.dateOf && !(typeof date === 'string' && isDate(date))) return null;
  const { rows } = await listMatchingRecords(
    context,
    db,
    user,
    { to: plan.to, plan: plan.wherePlan, read },
    {
      page: { pageNum: 1, pageSize: 1 },
      ...(plan.dateOf
        ? {
            conditions: [{ field: plan.since, op: 'lte', value: date }],
            sort: { field: plan.since, order: 'desc' as const },
          }
        : {}),
    },
  );
  const value = rows[0]?.fieldsMap[plan.field] ?? null;
  return isEmptyValue(value) ? null : plan.isNumber ? coerce(value, 'double') : value;
}
