import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readsIn } from '../../../expressions/index.ts';
import { rollupOf, type Rollup } from '../../../relations/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, loadFormWithFacts } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { FigureCell, RecordListBody, DrillDownNumber } from '../../http/schemas.ts';
import type { RequestUser } from '../../http/user.ts';
import { registrationPoint } from '../../registration.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { tablesOf } from '../columns/catalogue.ts';
import { getRecord } from '../read/answerRecord.ts';
import { inForceSql } from '../relations/inForce.ts';
import { sqlOf } from '../rollups/plan.ts';
import { sourcesOf } from '../rollups/updateKeptValues.ts';
import type { Condition } from './listConditions.ts';
import { neededColumns } from './listFields.ts';
import type { RecordQuery } from './prepareList.ts';
import { queryableCells, queryableColumns } from './queryableColumns.ts';
import { conditionsIn, fieldValuesIn } from './requestFilters.ts';

/**
 * Returns the query of the ids of the records behind a figure. Refuses with REQUEST_INVALID a figure over another
 * form. The datasets register this function.
 */
export type FigureRecords = (
  context: ServerContext,
  user: RequestUser,
  formKey: string,
  cell: FigureCell,
) => Promise<RawBuilder<unknown>>;
export const figureRecords = registrationPoint<FigureRecords>('records behind a figure');

/**
 * Returns the filters of a list request: its conditions, its field values, and the records behind a number if the
 * request names one. Refuses with REQUEST_INVALID a number that does not exist or that this person may not see.
 */
export async function filtersOfRequest(
  context: ServerContext,
  user: RequestUser,
  formKey: string,
  data: NonNullable<RecordListBody>['data'],
): Promise<Pick<RecordQuery, 'conditions' | 'fieldValues' | 'serverConditions'>> {
  const behind = data?.behind;
  const { conditions, serverConditions } = behind
    ? await loadConditionsBehind(context, user, formKey, behind)
    : { conditions: [], serverConditions: [] };
  return { conditions: [...conditionsIn(data), ...conditions], fieldValues: fieldValuesIn(data), serverConditions };
}

/**
 * Returns the field that a roll-up aggregates, so that a list of its records can show this field first. Returns an
 * empty list for a count and for a roll-up of sub-table rows.
 */
export async function findMeasuredColumn(
  context: ServerContext,
  behind: DrillDownNumber | null | undefined,
): Promise<string[]> {
  const { rollup } = behind ?? {};
  if (!rollup) return [];
  const field = (await loadForm(context, context.db, rollup.formKey)).form.fields.get(rollup.field);
  const { table = '', of = '' } = (field && rollupOf(field.node)) ?? {};
  return table === null && of !== '' ? [of] : [];
}

/** Returns the conditions that select the records behind a number; none if the request names no number. */
async function loadConditionsBehind(
  context: ServerContext,
  user: RequestUser,
  formKey: string,
  { figure, rollup, referring }: DrillDownNumber,
): Promise<{ conditions: Condition[]; serverConditions: RawBuilder<SqlBool>[] }> {
  if (figure) {
    const ids = await figureRecords.registeredFor(context)(context, user, formKey, figure);
    return { conditions: [], serverConditions: [sql<SqlBool>`frm_record.id in (${ids})`] };
  }
  if (rollup) {
    const { ids, queryableConditions } = await findRollupSources(context, user, formKey, rollup);
    return { conditions: [], serverConditions: [sql<SqlBool>`frm_record.id in (${ids})`, ...queryableConditions] };
  }
  if (!referring) return { conditions: [], serverConditions: [] };
  const { form } = await loadForm(context, context.db, formKey);
  return {
    conditions: [{ field: referring.via, op: 'eq', value: referring.id }],
    serverConditions: [inForceSql(form.definition)],
  };
}

/**
 * Returns a query of the ids of the records that a roll-up in one record aggregates. `queryableConditions`: conditions
 * that select the records in which the person may query by all fields that the roll-up reads. The value of the roll-up
 * may include records that the person may not read, because the published document authorises it; the list contains
 * only records that the person may read. Refuses with REQUEST_INVALID if the person may not see the roll-up. Also
 * refuses if the person may not query by a field that the roll-up reads, because the list would reveal the values of
 * this field.
 */
async function findRollupSources(
  context: ServerContext,
  user: RequestUser,
  formKey: string,
  { formKey: rollupFormKey, field: key, id }: NonNullable<DrillDownNumber['rollup']>,
): Promise<{ ids: RawBuilder<unknown>; queryableConditions: RawBuilder<SqlBool>[] }> {
  const { db } = context;
  const { form } = await loadForm(context, db, rollupFormKey);
  const field = form.fields.get(key);
  const rollup = field ? rollupOf(field.node) : null;
  if (!field || !rollup || rollup.form !== formKey)
    throw new Refusal('REQUEST_INVALID', { detail: `“${key}”不是汇总此表单的字段` });
  const label = field.node.label ?? key;
  const record = await getRecord(context, db, user, { formKey: rollupFormKey, id });
  if (!(key in record.fieldsMap)) throw new Refusal('REQUEST_INVALID', { detail: `您无权查看“${label}”` });
  const queryableConditions = await loadSourceConditions(context, user, formKey, label, rollup);
  const plan = (await tablesOf(db, rollupFormKey))?.keptFields.find((keptField) => keptField.key === key)?.plan.rollup;
  if (!plan) throw new Refusal('REQUEST_INVALID', { detail: `“${label}”暂时不能列出明细` });
  // a sum includes sources without a value, the other functions do not
  const hasValue = plan.value && plan.fn !== 'sum' ? sql` and ${sqlOf(plan.value)} is not null` : sql``;
  const ids = sql`select s.id from (select ${id}::text as id) p cross join lateral (select frm_record.id ${sourcesOf(plan)}${hasValue}) s`;
  return { ids, queryableConditions };
}

/**
 * Returns conditions that select the records in which the person may query by all fields that the roll-up reads: an
 * older version of the form or its process may hide a field in the records that still follow that version. Refuses with
 * REQUEST_INVALID if there is a field by which the person may not query in any record.
 */
async function loadSourceConditions(
  context: ServerContext,
  user: RequestUser,
  formKey: string,
  label: string,
  { table, via, of, where }: Rollup,
): Promise<RawBuilder<SqlBool>[]> {
  const { db } = context;
  const facts = createFreshFactReader(context);
  const { form, version } = await loadFormWithFacts(context, db, formKey, facts);
  const formVersion = { formKey, form, version };
  const readNames = where === '' ? [] : readsIn(where).members;
  const tableColumnKeys = new Set(form.tables.get(table ?? '')?.columns.map((column) => column.key));
  const isTableColumn = (name: string): boolean => table !== null && tableColumnKeys.has(name);
  const rowFields = [
    ...[via, of].filter(isTableColumn),
    ...readNames.filter(([root]) => root === 'row').map(([, name]) => name),
  ];
  const recordFields = [
    ...[via, of].filter((name) => name !== '' && !isTableColumn(name)),
    ...readNames.filter(([root]) => root !== 'row').map(([, name]) => name),
  ];
  const columns = await columnsOf(
    db,
    formKey,
    [...recordFields, ...(table === null ? [] : [table])].flatMap((name) => neededColumns(form, name)),
  );
  try {
    const queryableColumn = await queryableColumns(context, db, user, formVersion, recordFields, columns, facts);
    const conditions = recordFields.map((name) => queryableColumn(name).queryableCondition);
    if (table !== null) {
      const tableCells = await queryableCells(context, db, user, formVersion, { table, alias: 'item', columns }, facts);
      conditions.push(
        tableCells.queryableCondition,
        ...rowFields.map((name) => tableCells.cell(name).queryableCondition),
      );
    }
    return conditions.filter((condition) => condition !== null);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'REQUEST_INVALID') throw error;
    throw new Refusal('REQUEST_INVALID', { detail: `“${label}”的汇总读取了您无权查看的字段，不能列出明细` });
  }
}
