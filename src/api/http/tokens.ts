/** The two tokens of a session (EN-007). */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  /** For so many seconds the access token is good, as the server said with it. */
  expires_in?: number;
  /** Until when, by the clock of this machine; absent where it is not known. */
  until?: number;
}

/** Where calls read and write the tokens; `src/session` keeps them in local storage, shared by all tabs. */
export interface TokenStore {
  get(): Tokens | null;
  set(tokens: Tokens): void;
}
