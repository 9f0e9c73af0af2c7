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

/** Timeout of each request to the provider. */
const TIMEOUT_SECONDS = 10;
/** How long the provider's metadata (addresses, keys) is cached. */
const METADATA_CACHE_MS = 3_600_000;

/** Values that verify the redirect back from the provider. */
export interface SignInState {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * Calls for signing in and out at an OpenID Connect provider. Errors:
 * - OPENID_AWAY: the provider cannot be reached, or its answer is invalid;
 * - OPENID_REFUSED: the provider refused the sign-in, or the person cancelled it;
 * - OPENID_NAMELESS: the provider did not send the claim with the user name.
 */
export interface OpenId {
  /** Returns the address at which the browser signs in. Refuses with OPENID_AWAY. */
  begin(redirectUri: string): Promise<{ address: URL; signInState: SignInState }>;
  /**
   * Returns the identity of the person whom the provider redirected to the address `returnedUrl`. Refuses with
   * OPENID_REFUSED, OPENID_AWAY and OPENID_NAMELESS.
   */
  finish(returnedUrl: URL, signInState: SignInState): Promise<Identity & { idToken: string }>;
  /**
   * Returns the provider's address for signing out, which then redirects to `returnUrl`; null if the provider has no
   * such address. Refuses with OPENID_AWAY.
   */
  end(idToken: string, returnUrl: string): Promise<URL | null>;
}

/** Sign-in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export function createOpenId(settings: OpenIdSettings): OpenId {
  let cachedConfiguration: Promise<Configuration> | null = null;
  let cachedAtMs = 0;
  const loadConfiguration = (): Promise<Configuration> => {
    if (cachedConfiguration !== null && Date.now() - cachedAtMs < METADATA_CACHE_MS) return cachedConfiguration;
    const configuration = discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret ?? undefined,
      undefined,
      {
        timeout: TIMEOUT_SECONDS,
        // the settings allow plain http only for this machine
        ...(settings.issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}),
      },
    );
    cachedConfiguration = configuration;
    cachedAtMs = Date.now();
    configuration.catch(() => {
      if (cachedConfiguration === configuration) cachedConfiguration = null;
    });
    return configuration;
  };
  const callProvider = async <T>(work: () => Promise<T>): Promise<T> => {
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
      callProvider(async () => {
        const config = await loadConfiguration();
        const signInState = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
        const address = buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scope,
          state: signInState.state,
          nonce: signInState.nonce,
          code_challenge: await calculatePKCECodeChallenge(signInState.verifier),
          code_challenge_method: 'S256',
        });
        return { address, signInState };
      }),
    finish: (returnedUrl, { state, nonce, verifier }) =>
      callProvider(async () => {
        const config = await loadConfiguration();
        const tokens = await authorizationCodeGrant(config, returnedUrl, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Refusal('OPENID_AWAY');
        const username =
          claims[settings.claim] ??
          (await fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => ({}) as Record<string, unknown>))[
            settings.claim
          ];
        if (typeof username !== 'string' || username.trim() === '')
          throw new Refusal('OPENID_NAMELESS', { claim: settings.claim });
        return { provider: claims.iss, subject: claims.sub, username: username.trim(), idToken: tokens.id_token ?? '' };
      }),
    end: (idToken, returnUrl) =>
      callProvider(async () => {
        const config = await loadConfiguration();
        if (!config.serverMetadata().end_session_endpoint) return null;
        return buildEndSessionUrl(config, {
          post_logout_redirect_uri: returnUrl,
          ...(idToken === '' ? {} : { id_token_hint: idToken }),
        });
      }),
  };
}
