/**
 * A token of an expression in another engine's language. 'text': a quoted text; 'word': a name or an operator that is a
 * word (`and`); 'sign': an operator of special characters (`==`), a bracket or punctuation.
 */
export interface Token {
  kind: 'number' | 'text' | 'word' | 'sign';
  value: string;
}

/** FEEL functions with blanks in their names; each becomes one token. */
const NAME_WITH_BLANKS = /^(?:list contains|string length|starts with|ends with|is defined)(?=\s*\()/;
const NUMBER = /^(?:\d+\.\d+|\d+|\.\d+)[lLdDfF]?(?!\w|\.(?!\.))/;
const TEXT = /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/;
const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*/u;
const SIGN = /^(?:===|!==|==|!=|>=|<=|&&|\|\||\.\.|[<>+\-*/%!?:.,()[\]=])/;

/** Returns the tokens of an expression; null when a character belongs to no token. */
export function tokenize(text: string, isFeel: boolean): Token[] | null {
  const tokens: Token[] = [];
  for (let position = 0; position < text.length;) {
    const remainingText = text.slice(position);
    const blank = /^\s+/.exec(remainingText)?.[0];
    if (blank) {
      position += blank.length;
      continue;
    }
    const spacedName = isFeel ? NAME_WITH_BLANKS.exec(remainingText)?.[0] : undefined;
    const number = NUMBER.exec(remainingText)?.[0];
    const quoted = TEXT.exec(remainingText)?.[0];
    const value = spacedName ?? number ?? quoted ?? WORD.exec(remainingText)?.[0] ?? SIGN.exec(remainingText)?.[0];
    if (value === undefined) return null;
    const kind = spacedName ? 'word' : number ? 'number' : quoted ? 'text' : WORD.test(value) ? 'word' : 'sign';
    tokens.push({ kind, value: kind === 'number' ? value.replace(/[lLdDfF]$/, '').replace(/^\./, '0.') : value });
    position += value.length;
  }
  return tokens;
}
