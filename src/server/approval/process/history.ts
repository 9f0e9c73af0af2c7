import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { timeText } from '../../http/time.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';
import type { Actor, Instance, Person } from './step.ts';

/** One step of a record's history (the wire form of the runtime's `HistoryEntry`). */
export interface HistoryView {
  id: string;
  taskNode: string;
  userName: string;
  action: string;
  opinion: string;
  time: string;
  detail?: string;
  files?: string;
  signature?: string;
}

/** What happened to a record, the oldest first. */
export async function historyOf(db: Db, recordId: string): Promise<HistoryView[]> {
  const rows = await db
    .selectFrom('flw_history')
    .selectAll()
    .where('record_id', '=', recordId)
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    taskNode: row.node_name,
    userName: row.user_name,
    action: row.action,
    opinion: row.opinion,
    time: timeText(row.happened_at),
    ...(row.detail ? { detail: row.detail } : {}),
    ...(row.files ? { files: row.files } : {}),
    ...(row.signature ? { signature: row.signature } : {}),
  }));
}

export interface NewEntry {
  node: { id: string; name: string };
  /** Of who acts for another the entry says so: 代 张三 办理. */ by: Actor;
  action: string;
  opinion?: string;
  detail?: string;
  /** Ids of files that go with the opinion, and of the signature's picture. */
  files?: readonly string[];
  signature?: string;
}

/** Who acts when nobody does: the engine. */
export const SYSTEM: Person = { id: 'system', name: '系统' };
/** The same as the account that writes a record by itself. */
export const SYSTEM_USER: RequestUser = {
  ...SYSTEM,
  username: SYSTEM.id,
  roles: [],
  permissions: [],
  fieldRules: {},
  deptId: null,
  unitId: null,
};

let latest = 0;
/** So far times run ahead of the clock for the sake of their order, ms; further, and it is the clock that was set back. */
const AHEAD = 60_000;
/** Now, but later than any time given before: entries of one transaction keep their order. */
function nextTime(): Date {
  const now = Date.now();
  latest = latest - now > AHEAD ? now : Math.max(now, latest + 1);
  return new Date(latest);
}

/** Writes an entry and opens its files to who may read the record. */
export async function note(
  trx: Trx,
  instance: Pick<Instance, 'id' | 'record_id' | 'form_key'>,
  { node, by, action, opinion = '', detail = '', files = [], signature }: NewEntry,
): Promise<void> {
  await trx
    .insertInto('flw_history')
    .values({
      id: newId(),
      instance_id: instance.id,
      record_id: instance.record_id,
      node_id: node.id,
      node_name: node.name,
      user_id: by.id,
      user_name: by.name,
      action,
      opinion,
      detail: [by.actsFor ? `代 ${by.actsFor.name} 办理` : '', detail].filter(Boolean).join('；'),
      for_id: by.actsFor?.id ?? null,
      files: files.join(','),
      signature: signature ?? null,
      happened_at: nextTime(),
    })
    .execute();
  const kept = [...files, ...(signature ? [signature] : [])];
  if (kept.length > 0)
    await trx
      .insertInto('flw_file')
      .values(kept.map((file_id) => ({ file_id, record_id: instance.record_id, form_key: instance.form_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
