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
import { loadValuesAtRevision } from './staleSave.ts';
import type { RecordValues } from '../tables.ts';
import { valuesOf } from './writeRecord.ts';

/** Actions on a record after which another person's task on the same record may still be open. */
const CONCURRENT_ACTIONS: ReadonlySet<string> = new Set(['approve', 'reject']);

/**
 * Checks whether the record was written after this revision, and every such write is a decision that was made while
 * this person's task was open. Returns false if this person has no task, or the record is not in approval.
 */
async function areAllConcurrentDecisions(trx: Trx, { row, task }: OpenRecord, revision: number): Promise<boolean> {
  if (!row || !task || row.flw_state !== '1') return false;
  const laterWrites = await trx
    .selectFrom('frm_record_audit')
    .select(['action', 'happened_at', 'revision'])
    .where('record_id', '=', row.id)
    .where('revision', '>', revision)
    .execute();
  return (
    laterWrites.length > 0 &&
    laterWrites.every((entry) => CONCURRENT_ACTIONS.has(entry.action) && entry.happened_at >= task.arrived_at)
  );
}

/**
 * A person sent values together with a decision. Merges these values into the record if others have decided on it
 * meanwhile (countersign, parallel branches). If the others changed different values, the result is the current
 * revision with this person's changes. Returns `sent` unchanged for a new record, and if nobody has written the record
 * meanwhile. Also returns `sent` unchanged if a merge is not possible; `acceptValues` then refuses it as stale. A merge
 * is not possible in these cases: `sent` has no revision, the audit has no entry of this revision, another person
 * changed the same value, a write was not a decision, or a decision was made before this person's task arrived.
 */
export async function mergeConcurrentDecisions(
  trx: Trx,
  openRecord: OpenRecord,
  sent: SentRecord,
): Promise<SentRecord> {
  const {
    row,
    loaded: { form },
    situation,
  } = openRecord;
  if (
    !row ||
    sent.revision === undefined ||
    sent.revision >= row.revision ||
    !(await areAllConcurrentDecisions(trx, openRecord, sent.revision))
  )
    return sent;
  const baseValues = await loadValuesAtRevision(trx, row.id, sent.revision);
  if (!baseValues) return sent;
  const redact = (values: RecordValues): RecordValues => redactRecord(form, { ...recordOf(row), ...values }, situation);
  const baseRecord = redact(baseValues);
  const visibleBaseValues = recordToValues(baseRecord, form);
  const computedKeys = new Set(
    [...form.fields.values()].filter(({ compute }) => compute !== null).map(({ key }) => key),
  );
  const sentPatch = diffValues(
    visibleBaseValues,
    recordToValues(mergeHidden(baseRecord, sent), form),
    new Set(form.tables.keys()),
    computedKeys,
  );
  const currentValues = recordToValues(redact(valuesOf(row)), form);
  if (threeWay(form, visibleBaseValues, sentPatch, currentValues).some(({ by }) => by === 'both')) return sent;
  const values = valuesToRecord(patchValues(currentValues, sentPatch), form);
  return {
    ...sent,
    revision: row.revision,
    fieldsMap: values.fieldsMap as SentRecord['fieldsMap'],
    childTables: values.childTables as SentRecord['childTables'],
  };
}
