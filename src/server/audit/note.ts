import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { currentActor } from '../store/actor.ts';

/** What no table's trigger sees. */
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
    | 'fileRemoved'
    | 'factorOn'
    | 'factorOff'
    | 'factorReset'
    | 'recoveryUsed'
    | 'identityLinked'
    | 'identityUnlinked';
  /** What kind of thing it is about; sign-in unless said. */
  object?: 'auth' | 'frm_serial' | 'sys_job' | 'sys_outbox' | 'frm_bin' | 'sys_bin' | 'att_file';
  /** Whose account, or what. */
  objectId: string;
  objectName?: string;
  /** Who did it, where the request has no person yet. */
  by?: { id: string; name: string };
  detail?: Record<string, unknown>;
}

/** Adds an event that is no write of a watched table: sign-ins, failed and right, and what an administrator set in motion. */
export async function noteEvent(
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
