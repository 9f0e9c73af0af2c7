/** A value read and what had to be forgiven for it. */
export interface Given {
  value: unknown;
  mended: readonly string[];
}

/** Levels of brackets; the kernel takes fewer. */
const DEEPEST = 200;

/** Nothing that JSON could be made of. */
class Broken extends Error {}

const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
  NaN: null,
  Infinity: null,
  '-Infinity': null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };

const BLANK = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//uy;
const NUMBER = /[-+]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?=\s*(?:[,}\]]|\/[/*]|$))/iuy;
const NAME = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const PATTERN = /\/(?![*/])(?:\[(?:\\.|[^\]\\\n])*\]|\\.|[^/\\\n[])+\/[a-z]*/uy;

/** Reads object notation as JavaScript has it. What is code (a function, a call, a name) is kept as `{ $js: code }`. */
export function createReader(text: string): { read(): Given | null } {
  let at = 0;
  let depth = 0;
  const mended = new Set<string>();

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return null;
    at = pattern.lastIndex;
    return found[0];
  };
  const blank = (): void => {
    for (let found = take(BLANK); found !== null; found = take(BLANK))
      if (found.startsWith('/')) mended.add('略去了注释');
  };
  const expect = (char: string): void => {
    blank();
    if (text[at] !== char) throw new Broken();
    at += 1;
  };

  function quoted(): string {
    const quote = text[at] as string;
    if (quote !== '"') mended.add('单引号、反引号按引号读取');
    let value = '';
    for (at += 1; at < text.length; at += 1) {
      const char = text[at] as string;
      if (char === quote) {
        at += 1;
        return value;
      }
      if (char !== '\\') {
        value += char;
        continue;
      }
      at += 1;
      const next = text[at] ?? '';
      const code =
        next === 'u'
          ? /^[\da-f]{4}/i.exec(text.slice(at + 1, at + 5))?.[0]
          : next === 'x'
            ? /^[\da-f]{2}/i.exec(text.slice(at + 1, at + 3))?.[0]
            : undefined;
      if (code !== undefined) {
        value += String.fromCharCode(Number.parseInt(code, 16));
        at += code.length;
      } else if (next !== '\n') value += ESCAPES[next] ?? next;
    }
    throw new Broken();
  }

  /** Code up to where the value ends: brackets and texts in it are passed over whole. */
  function code(): { $js: string } {
    const start = at;
    const open: string[] = [];
    while (at < text.length) {
      const char = text[at] as string;
      if (char === '"' || char === "'" || char === '`') {
        quoted();
        continue;
      }
      const before = at;
      if (char === '/') blank();
      if (at > before) continue;
      if ('([{'.includes(char)) open.push(char);
      else if (')]}'.includes(char)) {
        if (open.pop() === undefined) break;
      } else if (char === ',' && open.length === 0) break;
      at += 1;
    }
    const found = text.slice(start, at).trim();
    if (found === '' || open.length > 0) throw new Broken();
    mended.add('脚本未采用');
    return { $js: found };
  }

  function list(): unknown[] {
    const items: unknown[] = [];
    for (at += 1; ;) {
      blank();
      if (text[at] === ']') {
        at += 1;
        return items;
      }
      items.push(value());
      blank();
      if (text[at] === ',') {
        at += 1;
        blank();
        if (text[at] === ']') mended.add('略去了末尾多余的逗号');
      } else if (text[at] !== ']') throw new Broken();
    }
  }

  function key(): string {
    const char = text[at] as string;
    if (char === '"' || char === "'" || char === '`') return quoted();
    const name = take(NAME) ?? take(/\d+/uy);
    if (name === null) throw new Broken();
    mended.add('键名补上了引号');
    return name;
  }

  function object(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (at += 1; ;) {
      blank();
      if (text[at] === '}') {
        at += 1;
        return Object.fromEntries(entries);
      }
      const start = at;
      const name = text.startsWith('...', at) ? null : key();
      blank();
      // `render(h) { … }`, `...others` and `name` alone are code, too
      if (name === null || text[at] !== ':') {
        at = start;
        entries.push([name ?? '$spread', code()]);
      } else {
        expect(':');
        entries.push([name, value()]);
      }
      blank();
      if (text[at] === ',') {
        at += 1;
        blank();
        if (text[at] === '}') mended.add('略去了末尾多余的逗号');
      } else if (text[at] !== '}') throw new Broken();
    }
  }

  /** A name or a number ends the value; anything behind it makes it code. */
  const isEnd = (): boolean => {
    blank();
    return at >= text.length || ',}]'.includes(text[at] as string);
  };

  function value(): unknown {
    blank();
    const start = at;
    const char = text[at];
    if (char === '{' || char === '[') {
      depth += 1;
      if (depth > DEEPEST) throw new Broken();
      const read = char === '{' ? object() : list();
      depth -= 1;
      return read;
    }
    if (char === '"' || char === "'" || char === '`') {
      const read = quoted();
      if (isEnd()) return read;
    } else {
      const number = take(NUMBER);
      if (number !== null) return Number(number);
      const pattern = take(PATTERN);
      if (pattern !== null && isEnd()) {
        mended.add('正则表达式按文字读取');
        return pattern;
      }
      at = start;
      const word = take(/-?[A-Za-z]+/uy);
      if (word !== null && Object.hasOwn(WORDS, word) && isEnd()) return WORDS[word];
    }
    at = start;
    return code();
  }

  return {
    read() {
      try {
        const read = value();
        blank();
        // `;`, the bracket of a callback, the rest of a module
        return typeof read === 'object' && read !== null && !('$js' in read)
          ? { value: read, mended: [...mended] }
          : null;
      } catch (error) {
        if (error instanceof Broken) return null;
        throw error;
      }
    },
  };
}
