import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { currentActor } from '../store/actor.ts';

/** An event that no table trigger records. */
export interface AuditEvent {
  action:
    | 'signIn'
    | 'signInFailed'
    | 'locked'
    | 'unlocked'
    | 'signOut'
    | 'tokenReused'
    | 'sessionEnded'
    | 'counterRaised'
    | 'jobRun'
    | 'jobPaused'
    | 'jobResumed'
    | 'messageRepeated'
    | 'binEmptied'
    | 'binErased'
    | 'fileRemoved'
    | 'factorOn'
    | 'factorOff'
    | 'factorReset'
    | 'recoveryUsed'
    | 'identityLinked'
    | 'identityUnlinked';
  /** Kind of the object; `auth` (sign-in) by default. */
  object?: 'auth' | 'frm_serial' | 'sys_job' | 'sys_outbox' | 'frm_bin' | 'sys_bin' | 'att_file';
  /** Id of the account or object. */
  objectId: string;
  objectName?: string;
  /** The person who caused the event, if the request has no user yet. */
  by?: { id: string; name: string };
  /** Further data, stored in the column `after`. */
  detail?: Record<string, unknown>;
}

/**
 * Adds to the audit log an event that is not a write to an audited table, for example a sign-in, the run of a job or an
 * action of an administrator.
 */
export async function recordAuditEvent(
  db: Kysely<Database>,
  { action, object = 'auth', objectId, objectName = '', by, detail }: AuditEvent,
): Promise<void> {
  const actor = currentActor();
  await db
    .insertInto('sys_audit')
    .values({
      user_id: by?.id ?? actor?.userId ?? '',
      user_name: by?.name ?? actor?.userName ?? '',
      address: actor?.address ?? '',
      request_id: actor?.requestId ?? '',
      object,
      object_id: objectId.slice(0, 200),
      object_name: objectName,
      action,
      before: null,
      after: detail ? JSON.stringify(detail) : null,
    })
    .execute();
}
