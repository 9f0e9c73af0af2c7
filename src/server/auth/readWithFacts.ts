import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { readFact, createFreshFactReader, createCachedFactReader, type Fact, type FactReader } from '../store/facts.ts';
import { personOf, unitOfCall } from './person.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The cached fact that `user` was read from, until the fact is validated against the database; otherwise null. */
    unvalidatedPerson: Fact | null;
  }
  interface FastifyContextConfig {
    /**
     * True if the handler of the route was created by `readWithFacts`. The server does not start if this is true but
     * the route has another handler.
     */
    usesReadWithFacts?: boolean;
    /**
     * True if the route writes nothing. A repeated POST is then executed again, instead of answered from the
     * idempotency store.
     */
    isReading?: boolean;
  }
}

/**
 * Creates a read-only handler that uses cached facts (session, permissions, document versions) before they are
 * validated. The statement that reads the result, or a separate statement (`validateSeparately`), validates the cached
 * facts. If a cached fact is out of date, the result is discarded, the user is loaded again (A0230 when the session has
 * ended) and `work` is repeated without the cache.
 */
export function readWithFacts<R extends FastifyRequest, T>(
  context: ServerContext,
  work: (request: R, facts: FactReader) => Promise<T>,
): (request: R) => Promise<T> {
  const handler = async (request: R): Promise<T> => {
    const facts = createCachedFactReader(context);
    if (request.unvalidatedPerson) facts.validateToo(request.unvalidatedPerson);
    const outcome = await work(request, facts).then(
      (value) => ({ isDone: true as const, value }),
      (error: unknown) => ({ isDone: false as const, error }),
    );
    if (facts.isValidated()) {
      if (outcome.isDone) return outcome.value;
      throw outcome.error;
    }
    if (request.unvalidatedPerson) {
      request.user = personOf(await readFact(context, context.db, request.unvalidatedPerson), unitOfCall(request));
      if (!request.user) throw new Refusal('A0230');
      if (request.user.mustChangePassword) throw new Refusal('PASSWORD_FIRST');
      if (request.user.needsFactor) throw new Refusal('FACTOR_FIRST');
    }
    return work(request, createFreshFactReader(context));
  };
  readWithFactsHandlers.add(handler);
  return handler;
}

/** The handlers that `readWithFacts` created. Only these handlers validate a cached user. */
const readWithFactsHandlers = new WeakSet<object>();

export const isReadWithFactsHandler = (handler: object): boolean => readWithFactsHandlers.has(handler);
