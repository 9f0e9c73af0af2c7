import { maySucceedLater, ServiceError } from '../../runtime/services/serviceError.ts';
import { withTabLock } from './tabLock.ts';
import type { Tokens, TokenStore } from './tokens.ts';

export interface RefreshOptions {
  tokens: TokenStore;
  /** Requests new tokens from the server. */
  request(refreshToken: string): Promise<Tokens>;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Time for which the lock is kept after the new tokens are stored: other tabs are separate processes and see the new
 * storage only after a delay.
 */
const LOCK_HOLD_MS = 150;

/**
 * Shares one refresh between all API calls with an expired token (AU-011). API calls during a refresh wait for its end.
 * If a newer token is already stored, also by another tab, there is no refresh. The promise of the returned function
 * resolves when the API call can be repeated, and rejects when the refresh failed.
 */
export function createRefresh({ tokens, request }: RefreshOptions): (expiredToken: string) => Promise<void> {
  let runningRefresh: Promise<void> | null = null;
  /** The refresh token that the server refused last; it is not sent again. */
  let lastRefusal: { token: string; error: unknown } | null = null;
  /** Returns true if a newer access token is stored. */
  const isReplaced = (expired: string): boolean => {
    const current = tokens.get();
    return current !== null && current.access_token !== expired;
  };
  /** Requests and stores new tokens unless another tab has done so. Returns true if new tokens were stored. */
  const requestAndStore = async (expired: string): Promise<boolean> => {
    if (isReplaced(expired)) return false;
    const current = tokens.get();
    if (!current) throw new Error('no session to refresh');
    if (lastRefusal?.token === current.refresh_token) throw lastRefusal.error;
    const newTokens = await request(current.refresh_token).catch((error: unknown) => {
      if (error instanceof ServiceError && !maySucceedLater(error))
        lastRefusal = { token: current.refresh_token, error };
      throw error;
    });
    // if the user signed out or another user signed in during the request, the new tokens are discarded
    if (tokens.get()?.refresh_token !== current.refresh_token) return false;
    tokens.set(newTokens);
    return true;
  };
  const refresh = (expired: string): Promise<void> =>
    new Promise((resolve, reject) => {
      withTabLock('session-refresh', async () => {
        const hasNewTokens = await requestAndStore(expired);
        resolve();
        if (hasNewTokens) await pause(LOCK_HOLD_MS);
      }).catch(reject);
    });
  return (expired) => {
    if (isReplaced(expired)) return Promise.resolve();
    runningRefresh ??= refresh(expired).finally(() => {
      runningRefresh = null;
    });
    return runningRefresh;
  };
}
