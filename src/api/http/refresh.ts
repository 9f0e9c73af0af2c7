import { isNoAnswer, ServiceError } from '../../runtime/services/serviceError.ts';
import { alone } from './locks.ts';
import type { Tokens, TokenStore } from './tokens.ts';

export interface RefreshOptions {
  tokens: TokenStore;
  /** Asks the server for new tokens. */
  request(refreshToken: string): Promise<Tokens>;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Milliseconds the lock is kept after the new tokens are stored: other tabs, processes of their own, see the storage a little after they get the lock. */
const UNTIL_SEEN = 150;

/**
 * One refresh for all calls that met an expired token (AU-011): those that arrive while it runs wait for it, those
 * that arrive later, or find that another tab has refreshed, are replayed with the token already there.
 * The returned function resolves when a replay makes sense and rejects when the refresh failed.
 */
export function createRefresh({ tokens, request }: RefreshOptions): (expiredToken: string) => Promise<void> {
  let running: Promise<void> | null = null;
  /** A refresh token the server has refused: late calls need not ask again. */
  let refused: { token: string; error: unknown } | null = null;
  const isReplaced = (expired: string): boolean => {
    const current = tokens.get();
    return current !== null && current.access_token !== expired;
  };
  /** Asks for new tokens where still needed; true when it stored some. */
  const renew = async (expired: string): Promise<boolean> => {
    if (isReplaced(expired)) return false;
    const before = tokens.get();
    if (!before) throw new Error('no session to refresh');
    if (refused?.token === before.refresh_token) throw refused.error;
    const fresh = await request(before.refresh_token).catch((error: unknown) => {
      if (error instanceof ServiceError && !isNoAnswer(error)) refused = { token: before.refresh_token, error };
      throw error;
    });
    // signed out, or in as someone else, while the answer was on its way: leave that as it is
    if (tokens.get()?.refresh_token !== before.refresh_token) return false;
    tokens.set(fresh);
    return true;
  };
  const refresh = (expired: string): Promise<void> =>
    new Promise((resolve, reject) => {
      alone('session-refresh', async () => {
        const hasStored = await renew(expired);
        resolve();
        if (hasStored) await pause(UNTIL_SEEN);
      }).catch(reject);
    });
  return (expired) => {
    if (isReplaced(expired)) return Promise.resolve();
    running ??= refresh(expired).finally(() => {
      running = null;
    });
    return running;
  };
}
