import type { Db } from '../documents/store.ts';
import { timeText } from '../http/time.ts';

/** One step of a record's history (the wire form of the runtime's `HistoryEntry`). */
export interface HistoryView { id: string; taskNode: string; userName: string; action: string; opinion: string; time: string }

/** What happened to a record, the oldest first. */
export async function historyOf(db: Db, recordId: string): Promise<HistoryView[]> {
  const rows = await db.selectFrom('flw_history').selectAll().where('record_id', '=', recordId).orderBy('happened_at').orderBy('id').execute();
  return rows.map((row) => ({ id: row.id, taskNode: row.node_name, userName: row.user_name, action: row.action, opinion: row.opinion, time: timeText(row.happened_at) }));
}
