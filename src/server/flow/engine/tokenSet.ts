import type { ThrowEvent } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** The mutable tokens of one interpreter step: active, suspended (`resting`) and in transit (`moving`). */
export interface TokenSet {
  tokens: Token[];
  resting: Token[];
  readonly moving: Token[];
  nextToken: number;
  /** Ids of condition events that have happened; replaced, never mutated. */
  met: readonly string[];
  readonly thrown: ThrowEvent[];
  /** Adds a token, in transit to its node. */
  put(node: string, edge: string | null, more: Pick<Token, 'scope' | 'resume' | 'item'>): Token;
  take(token: Token): void;
  /** Removes tokens, the tokens inside their sub-processes and those suspended for them. */
  drop(gone: readonly Token[]): void;
  clear(): void;
  /** Tokens directly inside this sub-process token. */
  within(holder: Token): Token[];
  find(id: number | undefined): Token | undefined;
}

export const scopeOf = ({ scope }: Token): Pick<Token, 'scope'> => (scope === undefined ? {} : { scope });

/** Ids of these tokens, of the tokens inside them (at any depth) and of those suspended for them. */
function withInner(gone: readonly Token[], all: readonly Token[]): ReadonlySet<number> {
  const ids = new Set(gone.map(({ id }) => id));
  for (let isMore = true; isMore;) {
    const size = ids.size;
    for (const token of all) {
      if (token.scope !== undefined && ids.has(token.scope)) ids.add(token.id);
      if (ids.has(token.id)) for (const id of token.resume ?? []) ids.add(id);
    }
    isMore = ids.size > size;
  }
  return ids;
}

export function tokenSetOf({ tokens, paused = [], nextToken, met = [] }: FlowState): TokenSet {
  const tokenSet: TokenSet = {
    tokens: [...tokens],
    resting: [...paused],
    moving: [],
    nextToken,
    met,
    thrown: [],
    put(node, edge, more) {
      const token: Token = {
        id: tokenSet.nextToken++,
        node,
        edge,
        ...(more.scope === undefined ? {} : { scope: more.scope }),
        ...(more.item === undefined ? {} : { item: more.item }),
        ...(more.resume ? { resume: more.resume } : {}),
      };
      tokenSet.tokens.push(token);
      tokenSet.moving.push(token);
      return token;
    },
    take(token) {
      tokenSet.tokens = tokenSet.tokens.filter((one) => one !== token);
    },
    drop(gone) {
      const ids = withInner(gone, [...tokenSet.tokens, ...tokenSet.resting]);
      tokenSet.tokens = tokenSet.tokens.filter(({ id }) => !ids.has(id));
      tokenSet.resting = tokenSet.resting.filter(({ id }) => !ids.has(id));
      tokenSet.moving.splice(0, tokenSet.moving.length, ...tokenSet.moving.filter(({ id }) => !ids.has(id)));
    },
    clear() {
      tokenSet.tokens = [];
      tokenSet.resting = [];
      tokenSet.moving.length = 0;
    },
    within: (holder) => [...tokenSet.tokens, ...tokenSet.resting].filter((token) => token.scope === holder.id),
    find: (id) => tokenSet.tokens.find((one) => one.id === id),
  };
  return tokenSet;
}
