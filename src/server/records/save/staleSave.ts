import { changedKeys, matchRows } from '../../../records/index.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';
import type { RecordRow } from '../read/recordRows.ts';
import type { RecordValues } from '../tables.ts';
import { valuesOf } from './writeRecord.ts';

export type DataPath = (string | number)[];

/** Paths at which two versions of a record differ; a row that came or went is one path. */
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

/** The record as it was stored at a revision; null where that is not known (loaded without an audit). */
export async function valuesAt(db: Db, recordId: string, revision: number): Promise<RecordValues | null> {
  const entry = await db
    .selectFrom('frm_record_audit')
    .select('after')
    .where('record_id', '=', recordId)
    .where('revision', '=', revision)
    .orderBy('happened_at', 'desc')
    .executeTakeFirst();
  return entry?.after ?? null;
}

/** Actions after which every value was verified. */
const VERIFYING = ['submit', 'approve', 'import'];

/** The record as it was when last accepted completely; null while it has been a draft only. */
export async function verifiedValues(db: Db, recordId: string): Promise<RecordValues | null> {
  const entry = await db
    .selectFrom('frm_record_audit')
    .select('after')
    .where('record_id', '=', recordId)
    .where('action', 'in', VERIFYING)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.after ?? null;
}

/** The same for a record as seen at a revision; `sent` stands for it where it is not known any more. `shown`: what of values this person may see. */
export async function staleAgainst(
  trx: Db,
  row: RecordRow,
  revision: number,
  shown: (values: RecordValues) => FormRecord,
  sent: RecordValues | null = null,
): Promise<Refusal> {
  const opened = await valuesAt(trx, row.id, revision);
  const current = shown(valuesOf(row));
  return staleRefusal(row, current, opened ? shown(opened) : (sent ?? current));
}

/** What a refused stale save says: who changed the record, when, what, and how it stands now for this person. */
export function staleRefusal(row: RecordRow, current: FormRecord, opened: RecordValues): Refusal {
  const changedAt = timeText(row.update_time);
  return new Refusal(
    'RECORD_STALE',
    { name: row.update_by_name, time: changedAt },
    {
      record: current,
      changedBy: { id: row.update_by, name: row.update_by_name },
      changedAt,
      changes: changedPaths(opened, current),
    },
  );
}
