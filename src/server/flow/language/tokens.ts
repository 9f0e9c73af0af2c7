/** A piece of an expression of another engine. `word`: a name or a word operator; `sign`: everything else. */
export interface Token {
  kind: 'number' | 'text' | 'word' | 'sign';
  value: string;
}

/** Functions of FEEL whose names have blanks in them, as one word each. */
const SPACED = /^(?:list contains|string length|starts with|ends with|is defined)(?=\s*\()/;
const NUMBER = /^(?:\d+\.\d+|\d+|\.\d+)[lLdDfF]?(?!\w|\.(?!\.))/;
const TEXT = /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/;
const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*/u;
const SIGN = /^(?:===|!==|==|!=|>=|<=|&&|\|\||\.\.|[<>+\-*/%!?:.,()[\]=])/;

/** Null where something stands that is no part of such a language. */
export function tokensOf(text: string, isFeel: boolean): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const blank = /^\s+/.exec(rest)?.[0];
    if (blank) {
      at += blank.length;
      continue;
    }
    const spaced = isFeel ? SPACED.exec(rest)?.[0] : undefined;
    const number = NUMBER.exec(rest)?.[0];
    const quoted = TEXT.exec(rest)?.[0];
    const found = spaced ?? number ?? quoted ?? WORD.exec(rest)?.[0] ?? SIGN.exec(rest)?.[0];
    if (found === undefined) return null;
    const kind = spaced ? 'word' : number ? 'number' : quoted ? 'text' : WORD.test(found) ? 'word' : 'sign';
    tokens.push({ kind, value: kind === 'number' ? found.replace(/[lLdDfF]$/, '').replace(/^\./, '0.') : found });
    at += found.length;
  }
  return tokens;
}
