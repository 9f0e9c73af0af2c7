import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { Database } from '../store/database.ts';
import { claimOrAnswer, createClaimBook, forgetClaim, storeAnswer, type Claim } from './claims.ts';
import type { Envelope } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Present when this request carries an `Idempotency-Key` and is the one that does the work. */
    claim: Claim | null;
  }
  interface FastifyContextConfig {
    /** Its request or its answer holds a password, a token or a link that opens by itself: nothing of it is kept, a repeat is a call of its own. */
    isSecret?: boolean;
  }
}

const MAX_KEY = 200;
/** Characters of an answer that its route did not keep with its work: more is something that was read, and is read anew for who asks again. */
const MOST_KEPT = 200_000;

/**
 * A POST with an `Idempotency-Key` is done once per person and key, on whichever server: a repeat gets the stored answer,
 * one at the same time waits for it (REQUEST_BUSY after 12 s), one whose server died is done by the repeat. Refused
 * requests changed nothing and are forgotten.
 */
export function installIdempotency(app: FastifyInstance, { db }: ServerContext): void {
  const book = createClaimBook(db, (error) => app.log.warn({ err: error }, 'requests under way could not be kept'));
  app.addHook('onClose', async () => {
    book.close();
  });
  app.decorateRequest('claim', null);
  // most requests have no key: they wait for nothing here
  app.addHook('preHandler', (request, reply, done) => {
    const key = request.headers['idempotency-key'];
    const { isLookUp, isReading, isSecret } = request.routeOptions.config;
    // what only looks up is asked again; of secrets neither the answer nor a hash of the request is kept for two days
    if (request.method !== 'POST' || typeof key !== 'string' || !request.user || isLookUp || isReading || isSecret)
      done();
    else
      claimFor(request, reply, key).then((isReplayed) => {
        if (!isReplayed) done();
      }, done);
  });
  const claimFor = async (request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean> => {
    if (key === '' || key.length > MAX_KEY)
      throw new Refusal('REQUEST_INVALID', { detail: 'Idempotency-Key 长度不正确' });
    const claim = book.begin(userOf(request).id, key);
    const stored = await claimOrAnswer(db, claim, hashOf(request));
    if (stored !== null) {
      replay(reply, stored);
      return true;
    }
    request.claim = claim;
    book.hold(claim);
    reply.raw.once('close', () => {
      book.drop(claim);
    });
    return false;
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    const { claim } = request;
    if (!claim) done(null, payload);
    else
      settle(request, reply, claim, payload).then(() => {
        done(null, payload);
      }, done);
  });
  const settle = async (
    request: FastifyRequest,
    reply: FastifyReply,
    claim: Claim,
    payload: unknown,
  ): Promise<void> => {
    // a database that is gone forgets by itself, when the lease is over
    if (reply.statusCode >= 400)
      await forgetClaim(db, claim).catch((error: unknown) =>
        request.log.warn({ err: error }, 'a refused request could not be forgotten'),
      );
    // a file is made anew for who asks again: it changes nothing
    else if (typeof payload !== 'string' || (!claim.isRemembered && payload.length > MOST_KEPT))
      await forgetClaim(db, claim);
    else if (!claim.isRemembered) await storeAnswer(db, claim, payload);
  };
}

/**
 * Stores the answer inside the transaction that does the work, so that a crash keeps both or neither.
 * Routes that write call it last; without it the answer is stored just before it is sent.
 */
export async function rememberAnswer(
  trx: Kysely<Database>,
  request: FastifyRequest,
  answer: Envelope<unknown>,
): Promise<void> {
  if (!request.claim) return;
  await storeAnswer(trx, request.claim, JSON.stringify(answer));
  request.claim.isRemembered = true;
}

function replay(reply: FastifyReply, answer: string): FastifyReply {
  return reply.header('Idempotency-Replayed', 'true').type('application/json; charset=utf-8').send(answer);
}

/** A body that is a stream (an upload) is known by its address and length only. */
function hashOf(request: FastifyRequest): string {
  const body =
    request.body === undefined || request.body === null
      ? String(request.headers['content-length'] ?? '')
      : JSON.stringify(request.body);
  return createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('base64url');
}
