import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { findInstancesAssignedTo, reassign } from '../approval/index.ts';
import type { Db } from '../store/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { markPersonLeft } from './accountState.ts';

/** What a person has that somebody may have to take over when the person leaves. */
export interface Holdings {
  /** Number of running processes in which the person has, or will have, a task. */
  tasks: number;
  /** Names of the departments and units that the person leads. */
  leads: string[];
  /** The names in `leads` as one text. */
  leadNames: string;
  /** Names of the person's roles. */
  roles: string[];
  /**
   * Names of the machine accounts that act as the person, as one text; their calls are refused after the person left.
   */
  keyNames: string;
}

/** Loads what somebody must take over when a person leaves. Refuses with 404 an unknown person. */
export async function holdingsOf(db: Db, id: string): Promise<Holdings> {
  const person = await db.selectFrom('sys_user').select('id').where('id', '=', id).executeTakeFirst();
  if (!person) throw new Refusal('404');
  const leads = await db.selectFrom('sys_org').select('name').where('leader_id', '=', id).orderBy('sn').execute();
  const roles = await db
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_role as o', 'o.code', 'r.role_code')
    .where('r.user_id', '=', id)
    .orderBy('o.code')
    .select('o.name')
    .execute();
  const keys = await db
    .selectFrom('auth_key')
    .select('name')
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('name')
    .execute();
  return {
    tasks: (await findInstancesAssignedTo(db, id)).length,
    leads: leads.map(({ name }) => name),
    leadNames: leads.map(({ name }) => name).join('、') || '无',
    roles: roles.map(({ name }) => name),
    keyNames: keys.map(({ name }) => name).join('、') || '无',
  };
}

/**
 * Processes a person's leaving: disables the account, and passes tasks and departments to the successor. Returns the
 * numbers of processes whose tasks were passed on, and of processes where this failed. Refuses with REQUEST_INVALID
 * the caller's own leaving, an unsuitable successor, and a missing successor if there are tasks or departments; an
 * unknown person with 404, a person with more rights than the caller with 403, and the last administrator with
 * LAST_ADMIN.
 */
export async function processLeave(
  context: ServerContext,
  user: RequestUser,
  { id, successorId, reason }: { id: string; successorId: string | null; reason: string },
): Promise<{ tasks: number; failed: number }> {
  const { db } = context;
  if (id === user.id) throw new Refusal('REQUEST_INVALID', { detail: '不能为自己办理离职，请由其他管理员办理' });
  if (successorId === id) throw new Refusal('REQUEST_INVALID', { detail: '交接人不能是离职人员本人' });
  const { tasks, leads } = await holdingsOf(db, id);
  if (successorId === null && (tasks > 0 || leads.length > 0))
    throw new Refusal('REQUEST_INVALID', {
      detail: `还有 ${tasks} 个流程待交接${leads.length > 0 ? `，并负责${leads.join('、')}` : ''}，请选择交接人`,
    });
  if (successorId !== null) {
    const successor = await db
      .selectFrom('sys_user')
      .select('id')
      .where('id', '=', successorId)
      .where('is_disabled', '=', false)
      .executeTakeFirst();
    if (!successor) throw new Refusal('REQUEST_INVALID', { detail: '交接人不存在或已停用' });
  }
  // the account is disabled first, so that it gets no new tasks while the existing tasks are reassigned
  await db.transaction().execute((trx) => markPersonLeft(trx, user, id, successorId));
  if (successorId === null || tasks === 0) return { tasks: 0, failed: 0 };
  const outcomes = await reassign(context, user, { from: id, to: successorId, reason: reason || '离职交接' });
  return {
    tasks: outcomes.filter(({ isDone }) => isDone).length,
    failed: outcomes.filter(({ isDone }) => !isDone).length,
  };
}
