import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { Database } from '../store/database.ts';
import type { Envelope } from './envelope.ts';
import { Refusal } from './refusal.ts';
import { userOf } from './user.ts';

/** The key of a request under way. */
interface Claim { userId: string; key: string; isRemembered: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    /** Present when this request carries an `Idempotency-Key` and is the one that does the work. */
    claim: Claim | null;
  }
}

const LEASE_SECONDS = 60;
const WAIT_MS = 10_000;
const POLL_MS = 100;
const MAX_KEY = 200;

/**
 * A POST with an `Idempotency-Key` is done once per person and key: a repeat gets the stored answer, one at the
 * same time waits for it (REQUEST_BUSY after 10 s). Refused requests changed nothing and are forgotten.
 */
export function installIdempotency(app: FastifyInstance, { db }: ServerContext): void {
  app.decorateRequest('claim', null);
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string' || !request.user) return;
    if (key === '' || key.length > MAX_KEY) throw new Refusal('REQUEST_INVALID', { detail: 'Idempotency-Key 长度不正确' });
    const claim = { userId: userOf(request).id, key, isRemembered: false };
    const stored = await claimOrAnswer(db, claim, hashOf(request));
    if (stored === null) request.claim = claim;
    else return replay(reply, stored);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { claim } = request;
    if (!claim) return payload;
    if (reply.statusCode >= 400) await forget(db, claim);
    else if (!claim.isRemembered) await store(db, claim, typeof payload === 'string' ? payload : 'null');
    return payload;
  });
}

/**
 * Stores the answer inside the transaction that does the work, so that a crash keeps both or neither.
 * Routes that write call it last; without it the answer is stored just before it is sent.
 */
export async function rememberAnswer(trx: Kysely<Database>, request: FastifyRequest, answer: Envelope<unknown>): Promise<void> {
  if (!request.claim) return;
  await store(trx, request.claim, JSON.stringify(answer));
  request.claim.isRemembered = true;
}

function replay(reply: FastifyReply, answer: string): FastifyReply {
  return reply.header('Idempotency-Replayed', 'true').type('application/json; charset=utf-8').send(answer);
}

/** The stored answer, or null when the work is this request's to do. */
async function claimOrAnswer(db: Kysely<Database>, { userId, key }: Claim, requestHash: string): Promise<string | null> {
  const lease = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const claimed = await db.insertInto('http_idempotency')
      .values({ user_id: userId, key, request_hash: requestHash, status: null, answer: null, lease_until: lease })
      // the holder of an expired lease died before it could answer
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ lease_until: lease })
        .where('http_idempotency.answer', 'is', null).where('http_idempotency.lease_until', '<', sql<Date>`now()`)
        .where('http_idempotency.request_hash', '=', requestHash))
      .returning('key').executeTakeFirst();
    if (claimed) return null;
    const row = await db.selectFrom('http_idempotency').where('user_id', '=', userId).where('key', '=', key)
      .select(['request_hash', 'answer']).executeTakeFirst();
    if (row && row.request_hash !== requestHash) throw new Refusal('REQUEST_INVALID', { detail: '同一 Idempotency-Key 用于不同的请求' });
    if (row?.answer !== null && row?.answer !== undefined) return row.answer;
    if (Date.now() > deadline) throw new Refusal('REQUEST_BUSY');
    await new Promise((done) => { setTimeout(done, POLL_MS); });
  }
}

async function store(db: Kysely<Database>, { userId, key }: Claim, answer: string): Promise<void> {
  await db.updateTable('http_idempotency').set({ status: 200, answer }).where('user_id', '=', userId).where('key', '=', key).execute();
}

async function forget(db: Kysely<Database>, { userId, key }: Claim): Promise<void> {
  await db.deleteFrom('http_idempotency').where('user_id', '=', userId).where('key', '=', key).execute();
}

/** A body that is a stream (an upload) is known by its address and length only. */
function hashOf(request: FastifyRequest): string {
  const body = request.body === undefined || request.body === null ? String(request.headers['content-length'] ?? '') : JSON.stringify(request.body);
  return createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('base64url');
}
