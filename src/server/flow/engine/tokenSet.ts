import type { ThrowEvent } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/**
 * The mutable tokens of one interpreter step: all active tokens (`tokens`), those of them that the interpreter has not
 * processed yet (`unprocessed`), and paused tokens (`pausedTokens`). `thrown`: signals and messages thrown in the step.
 */
export interface TokenSet {
  tokens: Token[];
  pausedTokens: Token[];
  readonly unprocessed: Token[];
  /** Id of the next token that is created. */
  nextToken: number;
  /**
   * Ids of the non-interrupting conditional event sub-processes at the top level whose event has already happened
   * (`FlowState.met`). The array is replaced, never mutated.
   */
  met: readonly string[];
  readonly thrown: ThrowEvent[];
  /** Adds an active token at `node`, which the interpreter still has to process. `edge`: see `Token.edge`. */
  add(node: string, edge: string | null, options: Pick<Token, 'scope' | 'resume' | 'item'>): Token;
  remove(token: Token): void;
  /**
   * Removes tokens, the tokens inside their sub-processes, and the tokens that are paused until one of these
   * completes.
   */
  removeNested(removed: readonly Token[]): void;
  /** Removes all tokens. */
  clear(): void;
  /** Returns the active and paused tokens directly inside this sub-process token. */
  childrenOf(scopeToken: Token): Token[];
  /** Returns the active token with this id; undefined if there is none. */
  find(id: number | undefined): Token | undefined;
}

/** Returns the scope of a token as options for another token in the same sub-process. */
export const scopeOf = ({ scope }: Token): Pick<Token, 'scope'> => (scope === undefined ? {} : { scope });

/**
 * Returns the ids of the tokens `roots`, of the tokens inside `roots` (at any depth), and of the tokens that are
 * paused until one of these completes.
 */
function nestedIds(roots: readonly Token[], all: readonly Token[]): ReadonlySet<number> {
  const ids = new Set(roots.map(({ id }) => id));
  for (let isGrowing = true; isGrowing;) {
    const sizeBefore = ids.size;
    for (const token of all) {
      if (token.scope !== undefined && ids.has(token.scope)) ids.add(token.id);
      if (ids.has(token.id)) for (const id of token.resume ?? []) ids.add(id);
    }
    isGrowing = ids.size > sizeBefore;
  }
  return ids;
}

export function createTokenSet({ tokens, paused = [], nextToken, met = [] }: FlowState): TokenSet {
  const tokenSet: TokenSet = {
    tokens: [...tokens],
    pausedTokens: [...paused],
    unprocessed: [],
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
      tokenSet.unprocessed.push(token);
      return token;
    },
    remove(token) {
      tokenSet.tokens = tokenSet.tokens.filter((candidate) => candidate !== token);
    },
    removeNested(removed) {
      const ids = nestedIds(removed, [...tokenSet.tokens, ...tokenSet.pausedTokens]);
      tokenSet.tokens = tokenSet.tokens.filter(({ id }) => !ids.has(id));
      tokenSet.pausedTokens = tokenSet.pausedTokens.filter(({ id }) => !ids.has(id));
      tokenSet.unprocessed.splice(
        0,
        tokenSet.unprocessed.length,
        ...tokenSet.unprocessed.filter(({ id }) => !ids.has(id)),
      );
    },
    clear() {
      tokenSet.tokens = [];
      tokenSet.pausedTokens = [];
      tokenSet.unprocessed.length = 0;
    },
    childrenOf: (scopeToken) =>
      [...tokenSet.tokens, ...tokenSet.pausedTokens].filter((token) => token.scope === scopeToken.id),
    find: (id) => tokenSet.tokens.find((token) => token.id === id),
  };
  return tokenSet;
}
