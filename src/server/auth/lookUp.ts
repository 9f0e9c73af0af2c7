import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { readFact, freshFacts, cachedFacts, type Fact, type FactReader } from '../store/facts.ts';
import { personOf, unitOfCall } from './person.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is meant to be asking, where that is remembered and not proven yet. */
    unvalidatedPerson: Fact | null;
  }
  interface FastifyContextConfig {
    /** Its handler is a `lookUp`; a route that says so of another handler ends the start. */
    isLookUp?: boolean;
    /** Writes nothing: a repeated POST is simply answered again. */
    isReading?: boolean;
  }
}

/**
 * A read-only handler that uses cached answers (session, permissions, document versions) before they are validated. They
 * are validated by the statement that reads the answer, or by one beside it (`validateSeparately`). If one of them is out of
 * date the result is discarded, the user is loaded again (A0230 when the session is gone) and the work is repeated
 * without the cache.
 */
export function lookUp<R extends FastifyRequest, T>(
  context: ServerContext,
  work: (request: R, facts: FactReader) => Promise<T>,
): (request: R) => Promise<T> {
  const handler = async (request: R): Promise<T> => {
    const facts = cachedFacts(context);
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
    return work(request, freshFacts(context));
  };
  proven.add(handler);
  return handler;
}

/** Handlers that prove who asks; of any other one nobody may be believed to be who they were. */
const proven = new WeakSet<object>();

export const isLookUpHandler = (handler: object): boolean => proven.has(handler);
