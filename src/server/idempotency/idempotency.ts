import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { Database } from '../store/database.ts';
import { claimOrAnswer, createClaimRegister, deleteClaim, storeAnswer, type Claim } from './claims.ts';
import type { Envelope } from '../http/envelope.ts';
import { onClose } from '../http/onClose.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The claim with which this server processes a request that has an `Idempotency-Key`; null if the request is
     * processed without a claim or gets the stored answer.
     */
    claim: Claim | null;
  }
  interface FastifyContextConfig {
    /**
     * True if the request or its answer contains a password, a token or a link that grants access. Neither is stored,
     * so a repeated request is processed again.
     */
    isSecret?: boolean;
  }
}

const MAX_KEY_LENGTH = 200;
/**
 * Maximum length of an answer, in characters, that is stored for a route that does not call `rememberAnswer`. Only
 * requests that change nothing have longer answers, so such a request is processed again when it is repeated.
 */
const MAX_STORED_LENGTH = 200_000;

/**
 * Processes a POST with an `Idempotency-Key` once per person and key across all servers. A repeated request gets the
 * stored answer; a concurrent request waits for this answer (REQUEST_BUSY after 12 s). If the first server died, the
 * repeated request is processed. Claims of refused requests are deleted.
 */
export function installIdempotency(app: FastifyInstance, { db }: ServerContext): void {
  const claims = createClaimRegister(db, (error) =>
    app.log.warn({ err: error }, 'requests under way could not be kept'),
  );
  app.addHook('onClose', async () => {
    claims.close();
  });
  app.decorateRequest('claim', null);
  // most requests have no key: a callback avoids waiting for a promise
  app.addHook('preHandler', (request, reply, done) => {
    const key = request.headers['idempotency-key'];
    const { usesReadWithFacts, isReading, isSecret } = request.routeOptions.config;
    // reading calls are processed again; of secret calls neither the answer nor a hash of the request may be stored
    if (
      request.method !== 'POST' ||
      typeof key !== 'string' ||
      !request.user ||
      usesReadWithFacts ||
      isReading ||
      isSecret
    )
      done();
    else
      claimOrReplay(request, reply, key).then((isReplayed) => {
        if (!isReplayed) done();
      }, done);
  });
  /** Claims the request, or sends the stored answer. Returns whether the stored answer was sent. */
  const claimOrReplay = async (request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean> => {
    if (key === '' || key.length > MAX_KEY_LENGTH)
      throw new Refusal('REQUEST_INVALID', { detail: 'Idempotency-Key 长度不正确' });
    const claim = claims.createClaim(userOf(request).id, key);
    const storedAnswer = await claimOrAnswer(db, claim, hashOf(request));
    if (storedAnswer !== null) {
      replay(reply, storedAnswer);
      return true;
    }
    request.claim = claim;
    claims.startRenewing(claim);
    onClose(reply.raw, () => {
      claims.stopRenewing(claim);
    });
    return false;
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    const { claim } = request;
    if (!claim) done(null, payload);
    else
      storeOrDelete(request, reply, claim, payload).then(() => {
        done(null, payload);
      }, done);
  });
  const storeOrDelete = async (
    request: FastifyRequest,
    reply: FastifyReply,
    claim: Claim,
    payload: unknown,
  ): Promise<void> => {
    // if the claim cannot be deleted because the database does not answer, its lease ends by itself
    if (reply.statusCode >= 400)
      await deleteClaim(db, claim).catch((error: unknown) =>
        request.log.warn({ err: error }, 'a refused request could not be forgotten'),
      );
    // a request answered by a file or a long answer has changed nothing, so a repeat is processed again
    else if (typeof payload !== 'string' || (!claim.isAnswerStored && payload.length > MAX_STORED_LENGTH))
      await deleteClaim(db, claim);
    else if (!claim.isAnswerStored) await storeAnswer(db, claim, payload);
  };
}

/**
 * Stores the answer in the transaction that processes the request, so that after a crash the changes and the answer are
 * both stored or both missing. Routes that write call this function last in their transaction. For all other routes,
 * the answer is stored just before it is sent.
 */
export async function rememberAnswer(
  trx: Kysely<Database>,
  request: FastifyRequest,
  answer: Envelope<unknown>,
): Promise<void> {
  if (!request.claim) return;
  await storeAnswer(trx, request.claim, JSON.stringify(answer));
  request.claim.isAnswerStored = true;
}

/** Sends the stored answer to a repeated request. */
function replay(reply: FastifyReply, answer: string): FastifyReply {
  return reply.header('Idempotency-Replayed', 'true').type('application/json; charset=utf-8').send(answer);
}

/** Returns the hash of a request. An upload is identified by its address and length only. */
function hashOf(request: FastifyRequest): string {
  const body =
    request.body === undefined || request.body === null
      ? String(request.headers['content-length'] ?? '')
      : JSON.stringify(request.body);
  return createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('base64url');
}
