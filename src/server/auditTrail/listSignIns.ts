import type { Kysely } from 'kysely';
import type { Page } from '../http/envelope.ts';
import type { Database } from '../store/database.ts';
import { listAudit, type AuditQuery } from './listAudit.ts';

/**
 * An entry of the sign-in log (登录日志). `detail`: the device, or why the sign-in failed. `by`: the person who caused
 * the entry; '' if that is the owner of the account.
 */
export interface SignInRow {
  id: string;
  time: string;
  name: string;
  action: string;
  detail: string;
  address: string;
  by: string;
  requestId: string;
}

/** Lists successful and failed sign-ins, locks and ended sessions, latest first. */
export async function listSignIns(
  db: Kysely<Database>,
  query: Pick<AuditQuery, 'keyword' | 'action' | 'userId' | 'from' | 'to'>,
  page: Page,
): Promise<{ rows: SignInRow[]; total: number }> {
  const { rows, total } = await listAudit(db, { ...query, object: 'auth' }, page);
  return {
    total,
    rows: rows.map(({ id, time, objectName, userName, action, changes, address, requestId }) => ({
      id,
      time,
      name: objectName || userName || '（未知账号）',
      action,
      detail: changes.map(({ after }) => after).join('；'),
      address,
      by: userName === objectName ? '' : userName,
      requestId,
    })),
  };
}
