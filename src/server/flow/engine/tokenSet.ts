import type { ThrowEvent } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** The mutable tokens of one interpreter step: active, suspended (`resting`), and still to be processed (`moving`). */
export interface TokenSet {
  tokens: Token[];
  resting: Token[];
  readonly moving: Token[];
  nextToken: number;
  /** Ids of conditional event sub-processes of the process that have happened; replaced, never mutated. */
  met: readonly string[];
  readonly thrown: ThrowEvent[];
  /** Adds a token that the interpreter still has to process. */
  add(node: string, edge: string | null, options: Pick<Token, 'scope' | 'resume' | 'item'>): Token;
  remove(token: Token): void;
  /** Removes tokens, the tokens inside their sub-processes, and the tokens suspended for them. */
  removeNested(removed: readonly Token[]): void;
  clear(): void;
  /** Tokens directly inside this sub-process token. */
  childrenOf(scopeToken: Token): Token[];
  find(id: number | undefined): Token | undefined;
}

export const scopeOf = ({ scope }: Token): Pick<Token, 'scope'> => (scope === undefined ? {} : { scope });

/** Ids of these tokens, of the tokens inside them (at any depth), and of the tokens suspended for them. */
function nestedIds(roots: readonly Token[], all: readonly Token[]): ReadonlySet<number> {
  const ids = new Set(roots.map(({ id }) => id));
  for (let isGrowing = true; isGrowing;) {
    const size = ids.size;
    for (const token of all) {
      if (token.scope !== undefined && ids.has(token.scope)) ids.add(token.id);
      if (ids.has(token.id)) for (const id of token.resume ?? []) ids.add(id);
    }
    isGrowing = ids.size > size;
  }
  return ids;
}

export function createTokenSet({ tokens, paused = [], nextToken, met = [] }: FlowState): TokenSet {
  const tokenSet: TokenSet = {
    tokens: [...tokens],
    resting: [...paused],
    moving: [],
    nextToken,
    met,
    thrown: [],
    add(node, edge, options) {
      const token: Token = {
        id: tokenSet.nextToken++,
        node,
        edge,
        ...(options.scope === undefined ? {} : { scope: options.scope }),
        ...(options.item === undefined ? {} : { item: options.item }),
        ...(options.resume ? { resume: options.resume } : {}),
      };
      tokenSet.tokens.push(token);
      tokenSet.moving.push(token);
      return token;
    },
    remove(token) {
      tokenSet.tokens = tokenSet.tokens.filter((one) => one !== token);
    },
    removeNested(removed) {
      const ids = nestedIds(removed, [...tokenSet.tokens, ...tokenSet.resting]);
      tokenSet.tokens = tokenSet.tokens.filter(({ id }) => !ids.has(id));
      tokenSet.resting = tokenSet.resting.filter(({ id }) => !ids.has(id));
      tokenSet.moving.splice(0, tokenSet.moving.length, ...tokenSet.moving.filter(({ id }) => !ids.has(id)));
    },
    clear() {
      tokenSet.tokens = [];
      tokenSet.resting = [];
      tokenSet.moving.length = 0;
    },
    childrenOf: (holder) => [...tokenSet.tokens, ...tokenSet.resting].filter((token) => token.scope === holder.id),
    find: (id) => tokenSet.tokens.find((one) => one.id === id),
  };
  return tokenSet;
}
