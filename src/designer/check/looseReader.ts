/** A value and the repairs that were needed to read it. */
export interface LooseValue {
  value: unknown;
  repairs: readonly string[];
}

/** Maximum nesting of brackets; higher than the limit of the kernel. */
const MAX_DEPTH = 200;

/** Thrown if the text cannot be read. */
class UnreadableError extends Error {}

const LITERAL_WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
  NaN: null,
  Infinity: null,
  '-Infinity': null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };

const WHITESPACE_OR_COMMENT = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//uy;
/** A number that is the whole value: a comma, a closing bracket, a comment or the end of the text follows. */
const NUMBER = /[-+]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?=\s*(?:[,}\]]|\/[/*]|$))/iuy;
const NAME = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
/** A regular expression with its flags: `/…/gi`. */
const REGEX_LITERAL = /\/(?![*/])(?:\[(?:\\.|[^\]\\\n])*\]|\\.|[^/\\\n[])+\/[a-z]*/uy;

/** Number of characters before a slash that are searched for a value. */
const KEYWORD_WINDOW = 40;
/** Matches code whose end is a value: a name except some keywords, a number, a closing bracket or a string. */
const ENDS_WITH_VALUE = /(?:[\w$\p{L})\]}"'`](?<!\b(?:return|typeof|case|in|of|void|delete|do|else)))\s*$/u;

/**
 * Reads an object or array in JavaScript notation. Code such as a function, call or name becomes `{ $js: code }`.
 * `read` returns null if the text cannot be read, or contains neither an object nor an array.
 */
export function createReader(text: string): { read(): LooseValue | null } {
  let position = 0;
  let depth = 0;
  const repairs = new Set<string>();

  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (!found) return null;
    position = pattern.lastIndex;
    return found[0];
  };
  const skipWhitespace = (): void => {
    for (let found = match(WHITESPACE_OR_COMMENT); found !== null; found = match(WHITESPACE_OR_COMMENT))
      if (found.startsWith('/')) repairs.add('略去了注释');
  };
  const expect = (char: string): void => {
    skipWhitespace();
    if (text[position] !== char) throw new UnreadableError();
    position += 1;
  };

  function readString(): string {
    const quote = text[position] as string;
    if (quote !== '"') repairs.add('单引号、反引号按引号读取');
    let value = '';
    for (position += 1; position < text.length; position += 1) {
      const char = text[position] as string;
      if (char === quote) {
        position += 1;
        return value;
      }
      if (char !== '\\') {
        value += char;
        continue;
      }
      position += 1;
      const next = text[position] ?? '';
      let hexDigits: string | undefined;
      if (next === 'u') hexDigits = /^[\da-f]{4}/i.exec(text.slice(position + 1, position + 5))?.[0];
      else if (next === 'x') hexDigits = /^[\da-f]{2}/i.exec(text.slice(position + 1, position + 3))?.[0];
      if (hexDigits !== undefined) {
        value += String.fromCharCode(Number.parseInt(hexDigits, 16));
        position += hexDigits.length;
      } else if (next !== '\n') value += ESCAPES[next] ?? next;
    }
    throw new UnreadableError();
  }

  /** Reads code up to the end of the value, skipping nested brackets and strings. */
  function readCode(): { $js: string } {
    const start = position;
    const openBrackets: string[] = [];
    while (position < text.length) {
      const char = text[position] as string;
      if (char === '"' || char === "'" || char === '`') {
        readString();
        continue;
      }
      const before = position;
      if (char === '/') skipWhitespace();
      if (position > before) continue;
      // a slash after a value divides; elsewhere it begins a regular expression, which may contain quotes and brackets
      if (
        char === '/' &&
        !ENDS_WITH_VALUE.test(text.slice(Math.max(start, position - KEYWORD_WINDOW), position)) &&
        match(REGEX_LITERAL) !== null
      )
        continue;
      if ('([{'.includes(char)) openBrackets.push(char);
      else if (')]}'.includes(char)) {
        if (openBrackets.pop() === undefined) break;
      } else if (char === ',' && openBrackets.length === 0) break;
      position += 1;
    }
    const code = text.slice(start, position).trim();
    if (code === '' || openBrackets.length > 0) throw new UnreadableError();
    repairs.add('脚本未采用');
    return { $js: code };
  }

  function readList(): unknown[] {
    const items: unknown[] = [];
    for (position += 1; ;) {
      skipWhitespace();
      if (text[position] === ']') {
        position += 1;
        return items;
      }
      items.push(readValue());
      skipWhitespace();
      if (text[position] === ',') {
        position += 1;
        skipWhitespace();
        if (text[position] === ']') repairs.add('略去了末尾多余的逗号');
      } else if (text[position] !== ']') throw new UnreadableError();
    }
  }

  function readKey(): string {
    const char = text[position] as string;
    if (char === '"' || char === "'" || char === '`') return readString();
    const name = match(NAME) ?? match(/\d+/uy);
    if (name === null) throw new UnreadableError();
    repairs.add('键名补上了引号');
    return name;
  }

  function readObject(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (position += 1; ;) {
      skipWhitespace();
      if (text[position] === '}') {
        position += 1;
        return Object.fromEntries(entries);
      }
      const start = position;
      const name = text.startsWith('...', position) ? null : readKey();
      skipWhitespace();
      // methods (`render(h) { … }`), spreads (`...others`) and shorthand names are code, too
      if (name === null || text[position] !== ':') {
        position = start;
        entries.push([name ?? '$spread', readCode()]);
      } else {
        expect(':');
        entries.push([name, readValue()]);
      }
      skipWhitespace();
      if (text[position] === ',') {
        position += 1;
        skipWhitespace();
        if (text[position] === '}') repairs.add('略去了末尾多余的逗号');
      } else if (text[position] !== '}') throw new UnreadableError();
    }
  }

  /** Returns true if the value ends at the current position; otherwise the value is code. */
  const isEnd = (): boolean => {
    skipWhitespace();
    return position >= text.length || ',}]'.includes(text[position] as string);
  };

  function readValue(): unknown {
    skipWhitespace();
    const start = position;
    const char = text[position];
    if (char === '{' || char === '[') {
      depth += 1;
      if (depth > MAX_DEPTH) throw new UnreadableError();
      const value = char === '{' ? readObject() : readList();
      depth -= 1;
      return value;
    }
    if (char === '"' || char === "'" || char === '`') {
      const value = readString();
      if (isEnd()) return value;
    } else {
      const number = match(NUMBER);
      if (number !== null) return Number(number);
      const pattern = match(REGEX_LITERAL);
      if (pattern !== null && isEnd()) {
        repairs.add('正则表达式按文字读取');
        return pattern;
      }
      position = start;
      const word = match(/-?[A-Za-z]+/uy);
      if (word !== null && Object.hasOwn(LITERAL_WORDS, word) && isEnd()) return LITERAL_WORDS[word];
    }
    position = start;
    return readCode();
  }

  return {
    read() {
      try {
        const value = readValue();
        skipWhitespace();
        // the rest of the text (`;`, a closing bracket, more code) is ignored
        return typeof value === 'object' && value !== null && !('$js' in value)
          ? { value, repairs: [...repairs] }
          : null;
      } catch (error) {
        if (error instanceof UnreadableError) return null;
        throw error;
      }
    },
  };
}
