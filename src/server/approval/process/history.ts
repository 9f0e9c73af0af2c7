import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { timeText } from '../../http/time.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import type { Actor, Instance, Person } from './stepTypes.ts';

/** One entry of a record's approval history, as in API answers (`HistoryEntry` of the runtime). */
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

/** Returns the approval history of a record, the oldest entry first. */
export async function approvalHistoryOf(db: Db, recordId: string): Promise<HistoryView[]> {
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

export interface NewHistoryEntry {
  node: { id: string; name: string };
  /** If the person acts for an absent person (`actsFor`), the entry's `detail` begins with 代 张三 办理. */
  actor: Actor;
  action: string;
  opinion?: string;
  detail?: string;
  /** The ids of the opinion's files. */
  files?: readonly string[];
  /** The file id of the signature's image. */
  signature?: string;
}

/** The engine, as the acting person of automatic steps. */
export const SYSTEM: Person = { id: 'system', name: '系统' };
/** The account with which the engine writes records. */
export const SYSTEM_USER: RequestUser = {
  ...SYSTEM,
  username: SYSTEM.id,
  roles: [],
  permissions: [],
  fieldRules: {},
  deptId: null,
  unitId: null,
};

/** The time in ms of the newest history entry that this server process has written. */
let latestTime = 0;
/** Maximum lead of `latestTime` over the clock, in ms; a larger lead means that the clock was set back. */
const MAX_LEAD_MS = 60_000;
/**
 * Returns the current time, or 1 ms after the last returned time if this is later, so that entries keep their order.
 */
function nextTime(): Date {
  const now = Date.now();
  latestTime = latestTime - now > MAX_LEAD_MS ? now : Math.max(now, latestTime + 1);
  return new Date(latestTime);
}

/** Inserts an entry of the approval history, and lets the readers of the record read the entry's files. */
export async function addHistoryEntry(
  trx: Trx,
  instance: Pick<Instance, 'id' | 'record_id' | 'form_key'>,
  { node, actor, action, opinion = '', detail = '', files = [], signature }: NewHistoryEntry,
): Promise<void> {
  await trx
    .insertInto('flw_history')
    .values({
      id: newId(),
      instance_id: instance.id,
      record_id: instance.record_id,
      node_id: node.id,
      node_name: node.name,
      user_id: actor.id,
      user_name: actor.name,
      action,
      opinion,
      detail: [actor.actsFor ? `代 ${actor.actsFor.name} 办理` : '', detail].filter(Boolean).join('；'),
      for_id: actor.actsFor?.id ?? null,
      files: files.join(','),
      signature: signature ?? null,
      happened_at: nextTime(),
    })
    .execute();
  const fileIds = [...files, ...(signature ? [signature] : [])];
  if (fileIds.length > 0)
    await trx
      .insertInto('flw_file')
      .values(fileIds.map((file_id) => ({ file_id, record_id: instance.record_id, form_key: instance.form_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
