import type { Telling } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** The tokens of a process while one step moves them: those that stand somewhere, those that rest, and those still to arrive. */
export interface Board {
  tokens: Token[];
  resting: Token[];
  readonly moving: Token[];
  nextToken: number;
  /** Of the state as it was; changed as a whole. */
  met: readonly string[];
  readonly told: Telling[];
  /** A new token, which is to arrive at its node. */
  put(node: string, edge: string | null, more: Pick<Token, 'scope' | 'resume' | 'item'>): Token;
  take(token: Token): void;
  /** Takes tokens away, with all that runs inside of them and all that rests for them. */
  drop(gone: readonly Token[]): void;
  clear(): void;
  /** Tokens in this one's sub-process. */
  within(holder: Token): Token[];
  find(id: number | undefined): Token | undefined;
}

export const scopeOf = ({ scope }: Token): Pick<Token, 'scope'> => (scope === undefined ? {} : { scope });

/** Ids of these tokens, of all that stands inside of them and of all that rests for them. */
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

export function boardOf({ tokens, paused = [], nextToken, met = [] }: FlowState): Board {
  const board: Board = {
    tokens: [...tokens],
    resting: [...paused],
    moving: [],
    nextToken,
    met,
    told: [],
    put(node, edge, more) {
      const token: Token = {
        id: board.nextToken++,
        node,
        edge,
        ...(more.scope === undefined ? {} : { scope: more.scope }),
        ...(more.item === undefined ? {} : { item: more.item }),
        ...(more.resume ? { resume: more.resume } : {}),
      };
      board.tokens.push(token);
      board.moving.push(token);
      return token;
    },
    take(token) {
      board.tokens = board.tokens.filter((one) => one !== token);
    },
    drop(gone) {
      const ids = withInner(gone, [...board.tokens, ...board.resting]);
      board.tokens = board.tokens.filter(({ id }) => !ids.has(id));
      board.resting = board.resting.filter(({ id }) => !ids.has(id));
      board.moving.splice(0, board.moving.length, ...board.moving.filter(({ id }) => !ids.has(id)));
    },
    clear() {
      board.tokens = [];
      board.resting = [];
      board.moving.length = 0;
    },
    within: (holder) => [...board.tokens, ...board.resting].filter((token) => token.scope === holder.id),
    find: (id) => board.tokens.find((one) => one.id === id),
  };
  return board;
}
