import { sql, type Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import { Refusal } from '../http/refusal.ts';

/**
 * The right of one attempt to process a request. `key`: the Idempotency-Key. `id` is unique to the attempt.
 * `isAnswerStored`: the answer is stored, so the lease needs no renewal.
 */
export interface Claim {
  userId: string;
  key: string;
  id: string;
  isAnswerStored: boolean;
}

/**
 * Duration of a lease. When a lease ends without renewal, another attempt may take over the request, because the server
 * that was processing it has probably died. Shorter than WAIT_MS, so that a waiting attempt can take over the request
 * before it gives up.
 */
const LEASE_SECONDS = 6;
/** Interval at which leases are renewed. */
export const RENEW_MS = 2_000;
/** Maximum time that an attempt waits for the answer of another attempt. */
const WAIT_MS = 12_000;
/** Interval at which a waiting attempt checks the state of the request. */
const POLL_MS = 100;

const leaseEnd = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

/**
 * Returns the refusal for an attempt whose request another server has taken over. Throw it to roll back the transaction
 * of this attempt.
 */
const takenOverRefusal = (): Refusal => new Refusal('REQUEST_BUSY');

/**
 * Returns the refusal when the key belongs to a finished request with another content. `isDone` tells a client that has
 * lost the first answer: the first request is done, so the other content must not be sent as a new request.
 */
const otherContentRefusal = (): Refusal =>
  new Refusal('REQUEST_INVALID', { detail: '同一 Idempotency-Key 的请求已经用另一内容完成' }, { isDone: true });

/**
 * Claims a request. Returns null if this attempt has to process it, else the stored answer. While another attempt with
 * the same key is being processed, waits for it, and claims the request if that attempt fails. Refuses with
 * REQUEST_BUSY if the other attempt takes too long, and with REQUEST_INVALID if a finished request has the same key and
 * another content.
 */
export async function claimOrAnswer(
  db: Kysely<Database>,
  { userId, key, id }: Claim,
  requestHash: string,
): Promise<string | null> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const claimedRow = await db
      .insertInto('http_idempotency')
      .values({
        user_id: userId,
        key,
        request_hash: requestHash,
        status: null,
        answer: null,
        lease_until: leaseEnd,
        claim: id,
      })
      // takes over a request with an expired lease: its server has probably died before it could answer
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'key'])
          .doUpdateSet({ lease_until: leaseEnd, claim: id, request_hash: requestHash })
          .where('http_idempotency.answer', 'is', null)
          .where('http_idempotency.lease_until', '<', sql<Date>`now()`),
      )
      .returning('key')
      .executeTakeFirst();
    if (claimedRow) return null;
    const row = await db
      .selectFrom('http_idempotency')
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .select(['request_hash', 'answer'])
      .executeTakeFirst();
    if (row?.answer !== null && row?.answer !== undefined) {
      if (row.request_hash !== requestHash) throw otherContentRefusal();
      return row.answer;
    }
    if (performance.now() > deadline) throw new Refusal('REQUEST_BUSY');
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}

/** Stores the answer. Throws if another attempt has taken the request over; an answer is never overwritten. */
export async function storeAnswer(db: Kysely<Database>, { userId, key, id }: Claim, answer: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('http_idempotency')
    .set({ status: 200, answer })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('claim', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw takenOverRefusal();
}

/**
 * Deletes the claim of a request that changed nothing. If the connection broke during the commit, the delete waits for
 * the row lock, and keeps the row if it contains an answer.
 */
export async function deleteClaim(db: Kysely<Database>, { userId, key, id }: Claim): Promise<void> {
  await db
    .deleteFrom('http_idempotency')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('claim', '=', id)
    .where('answer', 'is', null)
    .execute();
}

/** Creates the register of the claims of this process. It renews their leases while the process runs. */
export function createClaimRegister(db: Kysely<Database>, onError: (error: unknown) => void) {
  const activeClaims = new Set<Claim>();
  const renew = async (): Promise<void> => {
    const ids = [...activeClaims].filter(({ isAnswerStored }) => !isAnswerStored).map(({ id }) => id);
    if (ids.length > 0)
      await db
        .updateTable('http_idempotency')
        .set({ lease_until: leaseEnd })
        .where('claim', 'in', ids)
        .where('answer', 'is', null)
        .execute();
  };
  const timer = setInterval(() => {
    renew().catch(onError);
  }, RENEW_MS).unref();
  return {
    /** Returns the claim of a new attempt; `claimOrAnswer` stores it. */
    createClaim: (userId: string, key: string): Claim => ({ userId, key, id: newId(), isAnswerStored: false }),
    /** Renews the lease of the claim until `stopRenewing` is called. */
    startRenewing(claim: Claim) {
      activeClaims.add(claim);
    },
    stopRenewing(claim: Claim) {
      activeClaims.delete(claim);
    },
    close() {
      clearInterval(timer);
    },
  };
}
