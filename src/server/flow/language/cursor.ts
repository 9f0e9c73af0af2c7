import { UNREAD } from './piece.ts';
import type { Token } from './tokens.ts';

const WORDS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  eq: '==',
  ne: '!=',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  mod: '%',
  div: '/',
  '===': '==',
  '!==': '!=',
};
/** How deep brackets may stand in each other; what reads them calls itself. */
const DEEPEST = 40;

/** Goes through the pieces of an expression. What is expected and not there throws UNREAD. */
export interface Cursor {
  readonly isFeel: boolean;
  isAtEnd(): boolean;
  /** The piece that comes, and goes on. */
  next(): Token;
  word(ahead: number): string | null;
  /** Does this come, `ahead` pieces from here? */
  is(value: string, ahead?: number): boolean;
  take(value: string): boolean;
  need(value: string): void;
  skip(count: number): void;
  /** The operator that comes, in the words of CEL; '' when none does. */
  operator(): string;
  deeper<T>(read: () => T): T;
}

export const isOperatorWord = (word: string): boolean => Object.hasOwn(WORDS, word);

export function cursorOver(tokens: readonly Token[], isFeel: boolean): Cursor {
  let at = 0;
  let depth = 0;
  const is = (value: string, ahead = 0): boolean => {
    const token = tokens[at + ahead];
    return token !== undefined && token.kind !== 'text' && token.value === value;
  };
  const take = (value: string): boolean => {
    const found = is(value);
    if (found) at += 1;
    return found;
  };
  return {
    isFeel,
    is,
    take,
    isAtEnd: () => at >= tokens.length,
    next: () => {
      const token = tokens[at];
      if (!token) throw UNREAD;
      at += 1;
      return token;
    },
    word: (ahead) => {
      const token = tokens[at + ahead];
      return token?.kind === 'word' ? token.value : null;
    },
    need: (value) => {
      if (!take(value)) throw UNREAD;
    },
    skip: (count) => {
      at += count;
    },
    operator: () => {
      const token = tokens[at];
      if (!token || token.kind === 'text' || token.kind === 'number') return '';
      if (isFeel && token.value === '=') return '==';
      return isOperatorWord(token.value) ? (WORDS[token.value] ?? '') : token.kind === 'sign' ? token.value : '';
    },
    deeper: (read) => {
      depth += 1;
      if (depth > DEEPEST) throw UNREAD;
      const found = read();
      depth -= 1;
      return found;
    },
  };
}
