import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { readFact, cachedAnswer, type Fact } from '../store/facts.ts';
import { bearerOf } from './bearer.ts';
import { isLookUpHandler } from './lookUp.ts';
import { asksOtherForms } from './machines/machineWays.ts';
import { isKey, personByKey } from './machines/useKey.ts';
import { personOf, personOfToken, unitOfCall } from './person.ts';

/**
 * Every route but the public ones asks for a valid access token; refuses with 401 without one and A0230 with a bad one.
 * On a route that looks things up (`lookUp`) a person who was here before is believed to be the same still, which the
 * look-up's own statement proves before anything is answered.
 */
export function installAuthorisation(app: FastifyInstance, context: ServerContext): void {
  app.decorateRequest('user', null);
  app.decorateRequest('unvalidatedPerson', null);
  const signIn = async (request: FastifyRequest, fact: Fact): Promise<void> => {
    request.user = personOf(await readFact(context, context.db, fact), unitOfCall(request));
    if (!request.user && !request.routeOptions.config.isPublic) throw new Refusal('A0230');
    refuseBeforePassword(request);
  };
  app.addHook('onRoute', ({ config, handler, method, url }) => {
    // a person who is remembered and not proven would keep what was taken from them
    if (config?.isLookUp && !isLookUpHandler(handler)) throw new Error(`${String(method)} ${url} proves nobody`);
  });
  const byKey = async (request: FastifyRequest, key: string): Promise<void> => {
    request.user = await personByKey(context, request, key);
  };
  // a list that leads on to other forms reads more than the forms of the account
  app.addHook('preHandler', (request, _reply, done) =>
    done(
      request.user?.machine && asksOtherForms(request.body)
        ? new Refusal('KEY_FORBIDDEN', { detail: '不能沿关联读取其他表单' })
        : undefined,
    ),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions;
    if (request.is404 || config.isForMachines) return done();
    const token = bearerOf(request);
    if (token === null) return done(config.isPublic ? undefined : new Refusal('401'));
    // before sign-in there is nothing for machines
    if (isKey(token)) return config.isPublic ? done() : void byKey(request, token).then(() => done(), done);
    const fact = personOfToken(token);
    // a key is claimed in a person's name before the work
    const known =
      config.isLookUp && request.headers['idempotency-key'] === undefined ? cachedAnswer(context, fact) : undefined;
    if (known === undefined || isHeldUp(personOf(known))) return void signIn(request, fact).then(() => done(), done);
    request.unvalidatedPerson = fact;
    try {
      request.user = personOf(known, unitOfCall(request));
    } catch {
      // what is remembered may be older than the post: asked anew, and refused there if it still is not theirs
      request.unvalidatedPerson = null;
      return void signIn(request, fact).then(() => done(), done);
    }
    done();
  });
}

const isHeldUp = (user: RequestUser | null): boolean => user?.mustChangePassword === true || user?.needsFactor === true;

/**
 * Who has a one-time password changes it first, and an administrator who must have a second factor sets it up: everything
 * else is refused with PASSWORD_FIRST and FACTOR_FIRST.
 */
function refuseBeforePassword({ user, routeOptions: { config } }: FastifyRequest): void {
  if (!isHeldUp(user) || config.isBeforePassword || config.isPublic) return;
  throw new Refusal(user?.mustChangePassword ? 'PASSWORD_FIRST' : 'FACTOR_FIRST');
}
