import { UNTRANSLATABLE } from './celFragment.ts';
import type { Token } from './tokens.ts';

/** The CEL notation of operators that are words (`and`) or that CEL writes differently (`===`). */
const CEL_OPERATORS: Readonly<Record<string, string>> = {
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
/** Maximum nesting of brackets: the parser is recursive. */
const MAX_NESTING = 40;

/**
 * Reads the tokens of an expression one after the other. `next` throws UNTRANSLATABLE at the end of the expression.
 */
export interface Cursor {
  readonly isFeel: boolean;
  isAtEnd(): boolean;
  /** Returns the next token and advances. */
  next(): Token;
  /** Returns the word `ahead` positions after the next token; null if that token is not a word. */
  wordAhead(ahead: number): string | null;
  /** Returns whether the token `ahead` positions after the next token has this value; false for a quoted text. */
  isNext(value: string, ahead?: number): boolean;
  /** Advances if the next token has this value. Returns whether it advanced. */
  consume(value: string): boolean;
  /** Advances; throws UNTRANSLATABLE if the next token does not have this value. */
  expect(value: string): void;
  skip(count: number): void;
  /**
   * Returns the next token in CEL notation if it is an operator or another sign, such as a bracket or comma. The caller
   * compares it with the operators that it expects. '' for any other token and at the end.
   */
  operator(): string;
  /** Calls `read` one nesting level deeper. Throws UNTRANSLATABLE beyond the maximum. */
  nested<T>(read: () => T): T;
}

export const isOperatorWord = (word: string): boolean => Object.hasOwn(CEL_OPERATORS, word);

export function createCursor(tokens: readonly Token[], isFeel: boolean): Cursor {
  let position = 0;
  let depth = 0;
  const isNext = (value: string, ahead = 0): boolean => {
    const token = tokens[position + ahead];
    return token !== undefined && token.kind !== 'text' && token.value === value;
  };
  const consume = (value: string): boolean => {
    const hasValue = isNext(value);
    if (hasValue) position += 1;
    return hasValue;
  };
  return {
    isFeel,
    isNext,
    consume,
    isAtEnd: () => position >= tokens.length,
    next: () => {
      const token = tokens[position];
      if (!token) throw UNTRANSLATABLE;
      position += 1;
      return token;
    },
    wordAhead: (ahead) => {
      const token = tokens[position + ahead];
      return token?.kind === 'word' ? token.value : null;
    },
    expect: (value) => {
      if (!consume(value)) throw UNTRANSLATABLE;
    },
    skip: (count) => {
      position += count;
    },
    operator: () => {
      const token = tokens[position];
      if (!token || token.kind === 'text' || token.kind === 'number') return '';
      if (isFeel && token.value === '=') return '==';
      if (isOperatorWord(token.value)) return CEL_OPERATORS[token.value] ?? '';
      return token.kind === 'sign' ? token.value : '';
    },
    nested: (read) => {
      depth += 1;
      if (depth > MAX_NESTING) throw UNTRANSLATABLE;
      const result = read();
      depth -= 1;
      return result;
    },
  };
}
