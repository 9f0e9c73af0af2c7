import {
  diffValues,
  patchValues,
  mergeHidden,
  redactRecord,
  threeWay,
  recordToValues,
  valuesToRecord,
} from '../../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import { recordOf } from '../read/recordRows.ts';
import type { SentRecord } from './saveRecord.ts';
import { valuesAt } from './staleSave.ts';
import type { RecordValues } from '../tables.ts';
import { valuesOf } from './writeRecord.ts';

/** Acts by which others go on beside somebody who has the same record open. */
const BESIDE: ReadonlySet<string> = new Set(['approve', 'reject']);

/** Were all writes since this revision decisions of others, taken while this task was open? */
async function isBeside(trx: Trx, { row, task }: OpenRecord, revision: number): Promise<boolean> {
  if (!row || !task || row.flw_state !== '1') return false;
  const later = await trx
    .selectFrom('frm_record_audit')
    .select(['action', 'happened_at', 'revision'])
    .where('record_id', '=', row.id)
    .where('revision', '>', revision)
    .execute();
  return later.length > 0 && later.every((entry) => BESIDE.has(entry.action) && entry.happened_at >= task.arrived_at);
}

/**
 * People who sign beside each other (a countersign, parallel branches) have the same record open: the second one's
 * decision goes on top of the first one's, where both changed different places. What both changed, what somebody merely
 * saved, and what was sent at another step stays as it was sent, and is refused as stale.
 */
export async function onTopOfOthers(trx: Trx, open: OpenRecord, sent: SentRecord): Promise<SentRecord> {
  const {
    row,
    loaded: { form },
    situation,
  } = open;
  if (
    !row ||
    sent.revision === undefined ||
    sent.revision >= row.revision ||
    !(await isBeside(trx, open, sent.revision))
  )
    return sent;
  const began = await valuesAt(trx, row.id, sent.revision);
  if (!began) return sent;
  const shown = (values: RecordValues): RecordValues => redactRecord(form, { ...recordOf(row), ...values }, situation);
  const base = shown(began);
  const before = recordToValues(base, form);
  const computed = new Set([...form.fields.values()].filter(({ compute }) => compute !== null).map(({ key }) => key));
  const mine = diffValues(before, recordToValues(mergeHidden(base, sent), form), new Set(form.tables.keys()), computed);
  const theirs = recordToValues(shown(valuesOf(row)), form);
  if (threeWay(form, before, mine, theirs).some(({ by }) => by === 'both')) return sent;
  const values = valuesToRecord(patchValues(theirs, mine), form);
  return {
    ...sent,
    revision: row.revision,
    fieldsMap: values.fieldsMap as SentRecord['fieldsMap'],
    childTables: values.childTables as SentRecord['childTables'],
  };
}
