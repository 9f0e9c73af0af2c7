import { changedKeys, matchRows } from '../../../records/index.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';
import type { RecordRow } from '../read/recordRows.ts';
import type { RecordValues } from '../tables.ts';
import { valuesOf } from './writeRecord.ts';

/** A path to a value in a record. */
export type DataPath = (string | number)[];

/**
 * Returns the paths at which two states of a record differ. Row indexes are those of `after`. An added row has one
 * path; removed rows are represented by the path of their sub-table.
 */
export function changedPaths(before: RecordValues, after: RecordValues): DataPath[] {
  const paths: DataPath[] = changedKeys(before.fieldsMap, after.fieldsMap).map((key) => ['fieldsMap', key]);
  for (const table of new Set([...Object.keys(before.childTables), ...Object.keys(after.childTables)])) {
    const { present, removed } = matchRows(before.childTables[table] ?? [], after.childTables[table] ?? []);
    for (const { row, index, old } of present) {
      if (!old) paths.push(['childTables', table, index]);
      else
        paths.push(
          ...changedKeys(old.row.fieldsMap, row.fieldsMap).map((key) => [
            'childTables',
            table,
            index,
            'fieldsMap',
            key,
          ]),
        );
    }
    if (removed.length > 0) paths.push(['childTables', table]);
  }
  return paths;
}

/** Returns the record's values as stored at a revision; null if the audit has no entry of this revision. */
export async function loadValuesAtRevision(db: Db, recordId: string, revision: number): Promise<RecordValues | null> {
  const entry = await db
    .selectFrom('frm_record_audit')
    .select('after')
    .where('record_id', '=', recordId)
    .where('revision', '=', revision)
    .orderBy('happened_at', 'desc')
    .executeTakeFirst();
  return entry?.after ?? null;
}

/** Actions whose stored values count as verified: submitting and approving pass all checks; imports are trusted. */
const VERIFYING_ACTIONS = ['submit', 'approve', 'import'];

/** Returns the values stored by the last verifying action on the record; null if there was none (a draft). */
export async function loadLastVerifiedValues(db: Db, recordId: string): Promise<RecordValues | null> {
  const entry = await db
    .selectFrom('frm_record_audit')
    .select('after')
    .where('record_id', '=', recordId)
    .where('action', 'in', VERIFYING_ACTIONS)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.after ?? null;
}

/**
 * Returns the refusal RECORD_STALE for a person who read the record at `revision`. `redact` removes the values that
 * they may not see. If the audit has no entry of that revision, the current record is compared with `sent`, the values
 * that the person tried to save; if these are null, no changes are listed.
 */
export async function staleRefusalSince(
  trx: Db,
  row: RecordRow,
  revision: number,
  redact: (values: RecordValues) => FormRecord,
  sent: RecordValues | null = null,
): Promise<Refusal> {
  const openedValues = await loadValuesAtRevision(trx, row.id, revision);
  const current = redact(valuesOf(row));
  return staleRefusal(row, current, openedValues ? redact(openedValues) : (sent ?? current));
}

/**
 * Returns the refusal RECORD_STALE. It contains the author and time of the last change, the paths at which `current`
 * differs from `openedValues` (the values that the person read before), and the current record.
 */
export function staleRefusal(row: RecordRow, current: FormRecord, openedValues: RecordValues): Refusal {
  const changedAt = timeText(row.update_time);
  return new Refusal(
    'RECORD_STALE',
    { name: row.update_by_name, time: changedAt },
    {
      record: current,
      changedBy: { id: row.update_by, name: row.update_by_name },
      changedAt,
      changes: changedPaths(openedValues, current),
    },
  );
}
