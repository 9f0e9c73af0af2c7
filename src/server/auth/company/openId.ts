import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  AuthorizationResponseError,
  type Configuration,
} from 'openid-client';
import { Refusal } from '../../http/refusal.ts';
import type { OpenIdSettings } from '../../signInSettings.ts';
import type { Identity } from './identities.ts';

/** The provider has this long for each answer. */
const SECONDS = 10;
/** What the provider says of itself (addresses, keys) is asked again after this long. */
const KEPT_MS = 3_600_000;

/** What the page that comes back must bring along. */
export interface Began {
  state: string;
  nonce: string;
  verifier: string;
}

export interface OpenId {
  /** Where the browser goes to sign in. Refuses with OPENID_AWAY. */
  begin(redirectUri: string): Promise<{ address: URL; began: Began }>;
  /** Who came back at `returned`. Refuses with OPENID_REFUSED, OPENID_AWAY and OPENID_NAMELESS. */
  finish(returned: URL, began: Began): Promise<Identity & { idToken: string }>;
  /** The provider's address for signing out, which leads back to `home`; null if the provider has none. Refuses with OPENID_AWAY. */
  end(idToken: string, home: string): Promise<URL | null>;
}

/** Sign-in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export function createOpenId(settings: OpenIdSettings): OpenId {
  let known: Promise<Configuration> | null = null;
  let knownAt = 0;
  const configuration = (): Promise<Configuration> => {
    if (known !== null && Date.now() - knownAt < KEPT_MS) return known;
    const asked = discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret ?? undefined,
      undefined,
      {
        timeout: SECONDS,
        // the settings allow plain http for this machine alone
        ...(settings.issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}),
      },
    );
    known = asked;
    knownAt = Date.now();
    asked.catch(() => {
      if (known === asked) known = null;
    });
    return asked;
  };
  const reached = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (error instanceof AuthorizationResponseError)
        throw new Refusal('OPENID_REFUSED', { detail: error.error === 'access_denied' ? '已取消' : error.error });
      throw Object.assign(new Refusal('OPENID_AWAY'), { cause: error });
    }
  };

  return {
    begin: (redirectUri) =>
      reached(async () => {
        const config = await configuration();
        const began = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
        const address = buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scope,
          state: began.state,
          nonce: began.nonce,
          code_challenge: await calculatePKCECodeChallenge(began.verifier),
          code_challenge_method: 'S256',
        });
        return { address, began };
      }),
    finish: (returned, { state, nonce, verifier }) =>
      reached(async () => {
        const config = await configuration();
        const tokens = await authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Refusal('OPENID_AWAY');
        const told =
          claims[settings.claim] ??
          (await fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => ({}) as Record<string, unknown>))[
            settings.claim
          ];
        if (typeof told !== 'string' || told.trim() === '')
          throw new Refusal('OPENID_NAMELESS', { claim: settings.claim });
        return { provider: claims.iss, subject: claims.sub, username: told.trim(), idToken: tokens.id_token ?? '' };
      }),
    end: (idToken, home) =>
      reached(async () => {
        const config = await configuration();
        if (!config.serverMetadata().end_session_endpoint) return null;
        return buildEndSessionUrl(config, {
          post_logout_redirect_uri: home,
          ...(idToken === '' ? {} : { id_token_hint: idToken }),
        });
      }),
  };
}
