/** The two tokens of a session (EN-007). */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  /** Lifetime of the access token in seconds, as the server returned it. */
  expires_in?: number;
  /** Expiry of the access token in milliseconds since 1970, by the clock of this machine; absent when unknown. */
  until?: number;
}

/** The store of the tokens; `src/session` implements it with local storage, shared by all tabs. */
export interface TokenStore {
  get(): Tokens | null;
  set(tokens: Tokens): void;
}
