import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { columnKind } from '../../../records/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { FactReader } from '../../store/facts.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { hiddenColumns, hiddenFields } from '../../flow/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { loadOldRuleConditions } from '../access/oldRules.ts';
import type { FieldColumns } from '../columns/columnRefs.ts';
import { situationOf } from '../read/situationOf.ts';
import { listColumn, listKind, type ListColumn } from './listFields.ts';
import { sortableDateFormat } from './comparedDates.ts';
import type { QueryableColumn } from './conditionParts.ts';

/** A form in its published version, and the number of this version. */
interface FormVersion {
  formKey: string;
  form: CompiledForm;
  version: number;
}

const refuse = (name: string): never => {
  throw new Refusal('REQUEST_INVALID', { detail: `没有可查询的字段“${name}”` });
};

/**
 * Returns a function that returns the columns by which this person may query: filter, sort, group or sum. It refuses
 * with REQUEST_INVALID a field that is hidden from the person, because a query by the field would reveal its values.
 * Unless the person is an administrator, it also refuses a field that some task node of the form's process hides. If
 * older versions hid a field, `queryableCondition` excludes the records that still follow these versions.
 */
export async function queryableColumns(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, form, version }: FormVersion,
  names: readonly string[],
  columns: FieldColumns,
  facts: FactReader,
): Promise<(name: string) => QueryableColumn> {
  const flow = isAdmin(user) ? null : await flowOfForm(context, db, form.definition.flowKey, facts);
  const hiddenKeys = hiddenFields(flow?.definition ?? null);
  const situation = situationOf({ user, formKey, row: null, rules: null, isEdit: false, isTask: false });
  const needsOldRules = !isAdmin(user) && names.some((name) => form.fields.has(name));
  const oldRuleConditionOf = needsOldRules
    ? await loadOldRuleConditions(context, db, formKey, { form, version, flow })
    : () => null;
  return (name) => {
    const column = hiddenKeys.has(name) ? null : listColumn(form, situation, columns, name);
    return column ? { ...column, queryableCondition: oldRuleConditionOf(name) } : refuse(name);
  };
}

/** Returns a column with null instead of its value in the records in which the person may not query by the column. */
export const maskedColumn = ({ queryableCondition, ...column }: QueryableColumn): ListColumn =>
  queryableCondition ? { ...column, value: sql`case when ${queryableCondition} then ${column.value} end` } : column;

/**
 * Returns a function (`cell`) that returns the columns of a sub-table by which this person may query. Their SQL is for
 * a statement that reads the sub-table's rows under the alias `alias`, and the records as `frm_record`. Refuses a
 * hidden sub-table and a hidden column. `queryableCondition`: the condition that the person may query the rows of a
 * record; null: they may query the rows of all records.
 */
export async function queryableCells(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, form, version }: FormVersion,
  { table, alias, columns }: { table: string; alias: string; columns: FieldColumns },
  facts: FactReader,
): Promise<{ queryableCondition: RawBuilder<SqlBool> | null; cell(name: string): QueryableColumn }> {
  const compiledTable = form.tables.get(table);
  const flow = isAdmin(user) ? null : await flowOfForm(context, db, form.definition.flowKey, facts);
  const situation = situationOf({ user, formKey, row: null, rules: null, isEdit: false, isTask: false });
  const rows = columns.rows(table, alias);
  if (!compiledTable || !rows || hiddenFields(flow?.definition ?? null).has(table) || !compiledTable.mayRead(situation))
    return refuse(table);
  const hiddenKeys = hiddenColumns(flow?.definition ?? null, table);
  const oldRuleConditionOf = isAdmin(user)
    ? () => null
    : await loadOldRuleConditions(context, db, formKey, { form, version, flow });
  return {
    queryableCondition: oldRuleConditionOf(table),
    cell(name) {
      const field = compiledTable.columns.find(({ key }) => key === name);
      const kind = field ? columnKind(field) : null;
      if (!field || kind === null || hiddenKeys.has(name) || !field.mayRead(situation)) return refuse(name);
      return {
        key: name,
        isSystem: false,
        kind: listKind(field) ?? refuse(name),
        value: rows.ref(name, kind),
        labels: field.hasCompanion ? [rows.ref(companionKey(name), 'text') as RawBuilder<string>] : [],
        grams: null,
        dateFormat: sortableDateFormat(field),
        queryableCondition: oldRuleConditionOf(`${table}.${name}`),
      };
    },
  };
}
