/** The two tokens of a session (EN-007). */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Where calls read and write the tokens; `src/session` keeps them in local storage, shared by all tabs. */
export interface TokenStore {
  get(): Tokens | null;
  set(tokens: Tokens): void;
}
