import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { readFact, cachedAnswer, type Fact } from '../store/facts.ts';
import { bearerOf } from './bearer.ts';
import { isReadWithFactsHandler } from './readWithFacts.ts';
import { readsOtherForms } from './machines/machineOperations.ts';
import { isKey, findPersonByKey } from './machines/personByKey.ts';
import { personOf, personOfToken, unitOfCall } from './person.ts';

/**
 * Requires a valid access token on every route except public routes. Refuses with 401 without a token, and with A0230
 * for an invalid token. A `readWithFacts` route uses the cached person, and its handler validates the person before it
 * answers.
 */
export function installAuthorisation(app: FastifyInstance, context: ServerContext): void {
  app.decorateRequest('user', null);
  app.decorateRequest('unvalidatedPerson', null);
  const loadUser = async (request: FastifyRequest, fact: Fact): Promise<void> => {
    request.user = personOf(await readFact(context, context.db, fact), unitOfCall(request));
    if (!request.user && !request.routeOptions.config.isPublic) throw new Refusal('A0230');
    refuseRestricted(request);
  };
  app.addHook('onRoute', ({ config, handler, method, url }) => {
    // without validation a cached person would keep revoked rights
    if (config?.usesReadWithFacts && !isReadWithFactsHandler(handler))
      throw new Error(`${String(method)} ${url} does not validate the cached person`);
  });
  const loadUserByKey = async (request: FastifyRequest, key: string): Promise<void> => {
    request.user = await findPersonByKey(context, request, key);
  };
  // a list with paths along relations would read forms that the machine account may not read
  app.addHook('preHandler', (request, _reply, done) =>
    done(
      request.user?.machine && readsOtherForms(request.body)
        ? new Refusal('KEY_FORBIDDEN', { detail: '不能沿关联读取其他表单' })
        : undefined,
    ),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions;
    if (request.is404 || config.isForMonitoring) return done();
    const token = bearerOf(request);
    if (token === null) return done(config.isPublic ? undefined : new Refusal('401'));
    // a public route ignores the key of a machine account: the call is anonymous
    if (isKey(token)) return config.isPublic ? done() : void loadUserByKey(request, token).then(() => done(), done);
    const fact = personOfToken(token);
    // with an idempotency key the person must not come from the cache: the key is stored before the handler runs
    const cachedPerson =
      config.usesReadWithFacts && request.headers['idempotency-key'] === undefined
        ? cachedAnswer(context, fact)
        : undefined;
    if (cachedPerson === undefined || isRestricted(personOf(cachedPerson)))
      return void loadUser(request, fact).then(() => done(), done);
    request.unvalidatedPerson = fact;
    try {
      request.user = personOf(cachedPerson, unitOfCall(request));
    } catch {
      // the cached person may lack a new post: load them again, and refuse if they have no post in this unit
      request.unvalidatedPerson = null;
      return void loadUser(request, fact).then(() => done(), done);
    }
    done();
  });
}

const isRestricted = (user: RequestUser | null): boolean =>
  user?.mustChangePassword === true || user?.needsFactor === true;

/**
 * Refuses calls of a person who must first change their password (PASSWORD_FIRST) or set up a second factor
 * (FACTOR_FIRST), except on routes that are open to such a person.
 */
function refuseRestricted({ user, routeOptions: { config } }: FastifyRequest): void {
  if (!isRestricted(user) || config.isAllowedBeforePasswordChange || config.isPublic) return;
  throw new Refusal(user?.mustChangePassword ? 'PASSWORD_FIRST' : 'FACTOR_FIRST');
}
