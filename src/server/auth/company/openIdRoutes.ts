import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Settings } from '../../settings.ts';
import { secretCipherOf } from '../../store/secretCipher.ts';
import { newSecret } from '../secret.ts';
import { findOrLinkAccount } from './identities.ts';
import { createOpenId } from './openId.ts';
import {
  accountTicket,
  errorTicket,
  decryptIdToken,
  decryptUnfinishedSignIn,
  encryptIdToken,
  encryptUnfinishedSignIn,
  PROVIDER_SIGN_IN_SECONDS,
} from './tickets.ts';

/** Contains the encrypted state of a sign-in at the provider (`encryptUnfinishedSignIn`), until the browser returns. */
const UNFINISHED_SIGN_IN_COOKIE = 'company-sign-in';
/** Contains the encrypted ID token of a browser that signed in at the provider, until the browser signs out. */
const ID_TOKEN_COOKIE = 'company-id-token';
const PATH = '/api/auth/openid';

function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string {
  const entry = (headers.cookie ?? '').split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? '';
}
/** Returns `UNFINISHED_SIGN_IN_COOKIE`: the state of the browser's sign-in at the provider; '' if there is none. */
export const unfinishedSignInCookie = (request: Pick<FastifyRequest, 'headers'>): string =>
  cookieOf(request, UNFINISHED_SIGN_IN_COOKIE);

/**
 * Returns the address (`/end`) that signs a browser out at the provider; null if it did not sign in there.
 */
export const providerSignOutAddress = (
  request: Pick<FastifyRequest, 'headers'>,
  { openId, publicUrl }: Pick<Settings, 'openId' | 'publicUrl'>,
): string | null =>
  openId === null || publicUrl === null || cookieOf(request, ID_TOKEN_COOKIE) === '' ? null : `${publicUrl}${PATH}/end`;

const query = {
  type: 'object',
  properties: { redirect: { type: 'string', maxLength: 2_000 } },
} as const;

/**
 * Sign-in at the company's provider. `start` redirects the browser to the provider. `callback` redirects the browser to
 * the sign-in page with a ticket. The page exchanges the ticket for a session by the token call, as in any sign-in.
 * `end` redirects the browser to the provider to sign out there.
 */
export const openIdRoutes: Routes = (app, { db, settings }) => {
  const { openId: provider, publicUrl } = settings;
  if (provider === null || publicUrl === null) return;
  const cipher = secretCipherOf(settings);
  const openId = createOpenId(provider);
  const homeUrl = new URL(publicUrl);
  /** `seconds`: lifetime of the cookie; null: until the browser is closed. */
  const cookieText = (name: string, value: string, seconds: number | null): string =>
    [
      `${name}=${value}`,
      `Path=${homeUrl.pathname.replace(/\/$/, '')}/api/auth`,
      ...(seconds === null ? [] : [`Max-Age=${seconds}`]),
      'HttpOnly',
      // not `Strict`: the browser must send the cookie when the provider redirects it to `callback`
      'SameSite=Lax',
      ...(homeUrl.protocol === 'https:' ? ['Secure'] : []),
    ].join('; ');
  const redirectToSignInPage = (reply: FastifyReply, ticket: string, returnPath: string): FastifyReply =>
    reply.redirect(
      `${publicUrl}/#/login?${new URLSearchParams({ ticket, ...(returnPath === '' ? {} : { redirect: returnPath }) }).toString()}`,
    );

  app.get<{ Querystring: { redirect?: string } }>(
    `${PATH}/start`,
    {
      config: { isPublic: true, isAllowedWhenFull: true },
      schema: { hide: true, querystring: query },
    },
    async (request, reply) => {
      const returnPath = request.query.redirect ?? '';
      const browserId = newSecret();
      try {
        const { address, signInState } = await openId.begin(`${publicUrl}${PATH}/callback`);
        reply.header(
          'Set-Cookie',
          cookieText(
            UNFINISHED_SIGN_IN_COOKIE,
            encryptUnfinishedSignIn(cipher, { ...signInState, browser: browserId, back: returnPath }),
            PROVIDER_SIGN_IN_SECONDS,
          ),
        );
        return reply.redirect(address.href);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        request.log.warn({ err: error.cause }, 'the OpenID provider cannot be reached');
        return redirectToSignInPage(reply, errorTicket(cipher, browserId, error), returnPath);
      }
    },
  );

  app.get(
    `${PATH}/callback`,
    {
      config: { isPublic: true, isAllowedWhenFull: true },
      schema: { hide: true },
    },
    async (request, reply) => {
      const unfinishedSignIn = decryptUnfinishedSignIn(cipher, unfinishedSignInCookie(request));
      if (!unfinishedSignIn)
        return redirectToSignInPage(reply, errorTicket(cipher, '', new Refusal('SIGN_IN_ENDED')), '');
      try {
        const returnedUrl = new URL(`${publicUrl}${request.url.slice(request.url.indexOf(PATH))}`);
        const { idToken, ...identity } = await openId.finish(returnedUrl, unfinishedSignIn);
        const user = await findOrLinkAccount(db, identity);
        reply.header('Set-Cookie', cookieText(ID_TOKEN_COOKIE, encryptIdToken(cipher, idToken), null));
        return redirectToSignInPage(
          reply,
          accountTicket(cipher, unfinishedSignIn.browser, user),
          unfinishedSignIn.back,
        );
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.cause) request.log.warn({ err: error.cause }, 'the OpenID provider gave no usable answer');
        return redirectToSignInPage(reply, errorTicket(cipher, unfinishedSignIn.browser, error), unfinishedSignIn.back);
      }
    },
  );

  app.get(
    `${PATH}/end`,
    { config: { isPublic: true, isAllowedWhenFull: true }, schema: { hide: true } },
    async (request, reply) => {
      const idToken = decryptIdToken(cipher, cookieOf(request, ID_TOKEN_COOKIE));
      reply.header('Set-Cookie', cookieText(ID_TOKEN_COOKIE, '', 0));
      try {
        const address = idToken === null ? null : await openId.end(idToken, `${publicUrl}/`);
        return reply.redirect(address?.href ?? `${publicUrl}/#/login`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // the session of this product has ended already; only the provider could not be informed
        request.log.warn({ err: error.cause }, 'the OpenID provider cannot be reached');
        return reply.redirect(`${publicUrl}/#/login`);
      }
    },
  );
};
