import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadFormWithFacts } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { inForceSql } from '../relations/inForce.ts';
import { maskedColumn, queryableColumns } from './queryableColumns.ts';
import { neededColumns } from './listFields.ts';
import { prepareList, type RecordQuery } from './prepareList.ts';

/**
 * Returns the sums of these number fields over the records of a list that are in force, and the number of these
 * records. Refuses a field by which this person may not query and a field that does not hold numbers.
 */
export async function sumRecords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: Omit<RecordQuery, 'page'>,
  fields: readonly string[],
): Promise<{ sums: Record<string, string>; count: number }> {
  const facts = createFreshFactReader(context);
  const { form, version } = await loadFormWithFacts(context, db, formKey, facts);
  const list = await prepareList(
    context,
    db,
    user,
    formKey,
    { ...query, serverConditions: [...(query.serverConditions ?? []), inForceSql(form.definition)] },
    facts,
  );
  const columns = await columnsOf(
    db,
    formKey,
    fields.flatMap((name) => neededColumns(form, name)),
  );
  const queryableColumnOf = await queryableColumns(
    context,
    db,
    user,
    { formKey, form, version },
    fields,
    columns,
    facts,
  );
  const sums = fields.map((name) => {
    const sumColumn = maskedColumn(queryableColumnOf(name));
    if (sumColumn.kind !== 'number') throw new Refusal('REQUEST_INVALID', { detail: `“${name}”不是数字，不能合计` });
    return sql`coalesce(sum(${sumColumn.value}::numeric), 0)::text`;
  });
  const { rows } = await sql<{ sums: string[]; count: string }>`select array[${
    sums.length > 0 ? sql.join(sums) : sql``
  }]::text[] as sums, count(*)::text as count from ${list.table} as frm_record where ${list.filter}`.execute(db);
  const [row] = rows;
  return {
    sums: Object.fromEntries(fields.map((name, index) => [name, row?.sums[index] ?? '0'])),
    count: Number(row?.count ?? 0),
  };
}
