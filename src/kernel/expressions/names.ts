/**
 * Field keys may hold Chinese characters and `$`, and may be words that the expression engine keeps for itself.
 * They are rewritten to ASCII names before parsing (outside of text literals), one to one.
 */
const LITERAL_OR_NAME =
  /("""[\s\S]*?"""|'''[\s\S]*?'''|[rR]?"(?:[^"\\\n]|\\.)*"|[rR]?'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*)|([A-Za-z_$\u4e00-\u9fa5][\w$\u4e00-\u9fa5]*)/g;

const PREFIX = 'u_';

const KEPT_WORDS: ReadonlySet<string> = new Set([
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
  'cel',
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'bytes',
  'list',
  'map',
  'timestamp',
  'duration',
  'null_type',
  'type',
  'dyn',
  'optional',
  'google',
]);

/** `单价` -> `u__5355_4ef7`; a plain ASCII name stays. */
export function toEngineName(name: string): string {
  if (/^\w+$/.test(name) && !name.startsWith(PREFIX) && !KEPT_WORDS.has(name)) return name;
  return PREFIX + name.replace(/[^A-Za-z0-9]/g, (char) => `_${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The author's text with every name as the engine reads it. What is called stays as written, and so does `cel.bind`. */
export function toEngineText(text: string): string {
  return text.replace(LITERAL_OR_NAME, (all, literal: string | undefined, name: string | undefined, offset: number) => {
    const isCall = /^\s*\(/.test(text.slice(offset + all.length, offset + all.length + 20));
    return literal !== undefined || name === undefined || name === 'cel' || isCall ? all : toEngineName(name);
  });
}

/** Every name that stands in the text, outside of text literals; members and functions among them. */
export const namesWritten = (text: string): Set<string> =>
  new Set([...text.matchAll(LITERAL_OR_NAME)].map((found) => found[2]).filter((name) => name !== undefined));

/** The author's name again, for messages and for reading values. */
export function fromEngineName(name: string): string {
  if (!name.startsWith(PREFIX)) return name;
  return name
    .slice(PREFIX.length)
    .replace(/_([0-9a-f]{4})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Suffix of the hidden companion that answers `isEmpty(x)` from the stored value, before 0 and '' stand in. */
export const EMPTY_SUFFIX = '__empty';
