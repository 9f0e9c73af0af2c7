import type { Tokens, TokenStore } from '../api/http/tokens.ts';
import { STORAGE_KEYS, readJson, type StorageLike } from './keys.ts';

export interface SessionTokens extends TokenStore {
  clear(): void;
}

const isTokens = (value: unknown): value is Tokens =>
  typeof value === 'object' && value !== null && typeof (value as Tokens).access_token === 'string';

/**
 * Tokens in local storage, so that all tabs of a browser share one session. They are read on every call, because
 * another tab may have refreshed them. Both tokens are stored under one key, so that no tab sees only one of them
 * changed.
 */
export function createTokenStore(storage: StorageLike): SessionTokens {
  return {
    get() {
      const value = readJson<unknown>(storage, STORAGE_KEYS.tokens);
      return isTokens(value) ? value : null;
    },
    set: ({ access_token, refresh_token, expires_in }) =>
      storage.setItem(
        STORAGE_KEYS.tokens,
        JSON.stringify({
          access_token,
          refresh_token,
          ...(expires_in ? { until: Date.now() + expires_in * 1000 } : {}),
        }),
      ),
    clear: () => storage.removeItem(STORAGE_KEYS.tokens),
  };
}
