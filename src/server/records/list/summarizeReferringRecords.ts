import { sql } from 'kysely';
import { fieldsOf } from '../../../relations/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadFormWithFacts } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';
import type { RequestUser } from '../../http/user.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import { listRecords } from './listRecords.ts';
import { prepareList } from './prepareList.ts';
import { sumRecords } from './sumRecords.ts';

/**
 * The records of one form that refer to another record: their number in each state, sums of money, and the newest
 * records.
 */
export interface ReferringRecordsSummary {
  count: number;
  states: { flwState: string; count: number }[];
  /** Sums over the records in force, only of fields by which this person may query. */
  sums: { key: string; label: string; sum: string }[];
  /** The newest records. `time`: the time of creation. */
  records: { id: string; title: string; flwState: string; time: string }[];
}

/** Maximum number of money fields that are summed up. They are the first list columns that this person may sum up. */
const MAX_SUMS = 2;

/**
 * Returns the sums of the money fields that a form's lists show, over the records in force that match the condition.
 */
async function sumAmounts(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  condition: { field: string; op: string; value: string },
): Promise<ReferringRecordsSummary['sums']> {
  const { form } = await loadFormWithFacts(context, db, formKey, createFreshFactReader(context));
  const amountNodes = [...fieldsOf(form.definition).values()].filter(
    (node) => node.isList === '1' && (node as { unit?: string }).unit === '元',
  );
  const sums: ReferringRecordsSummary['sums'] = [];
  for (const { __vModel__: key, label = key } of amountNodes) {
    if (sums.length === MAX_SUMS) break;
    try {
      const { sums: sumsByKey } = await sumRecords(
        context,
        db,
        user,
        formKey,
        { isWholeUnit: true, conditions: [condition] },
        [key],
      );
      sums.push({ key, label, sum: sumsByKey[key] ?? '0' });
    } catch (error) {
      // a field by which this person may not query, or whose column is still being filled, is left out
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return sums;
}

/** Returns a time of a record as text; '' if it is absent. */
function asTimeText(time: FormRecord['createTime']): string {
  if (!time) return '';
  return typeof time === 'string' ? time : timeText(time);
}

/**
 * Summarizes the records of a form that refer to the record `id` through the relation path `via` (`contract.project`),
 * as far as this person may read them. `size`: the number of newest records to return. Refuses an unknown form and a
 * hidden field in the path.
 */
export async function summarizeReferringRecords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, via, id, size }: { formKey: string; via: string; id: string; size: number },
): Promise<ReferringRecordsSummary> {
  const condition = { field: via, op: 'eq' as const, value: id };
  const query = { isWholeUnit: true, conditions: [condition] };
  const list = await prepareList(context, db, user, formKey, query, createFreshFactReader(context));
  const { rows: states } = await sql<{ flwState: string; count: number }>`select frm_record.flw_state as "flwState",
    count(*)::integer as count from ${list.table} as frm_record where ${list.filter} group by 1 order by 1`.execute(db);
  const count = states.reduce((sum, state) => sum + state.count, 0);
  if (count === 0) return { count, states, sums: [], records: [] };
  const { rows } = await listRecords(context, db, user, formKey, { ...query, page: { pageNum: 1, pageSize: size } });
  return {
    count,
    states,
    sums: await sumAmounts(context, db, user, formKey, condition),
    records: rows.map(({ id: recordId = '', title = '', flwState = '', createTime }) => ({
      id: recordId,
      title: title ?? '',
      flwState: flwState ?? '',
      time: asTimeText(createTime),
    })),
  };
}
