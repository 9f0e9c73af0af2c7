/*
 * Field keys may contain Chinese characters and `$`, and may be reserved words of the expression engine. Before parsing
 * they are rewritten to unique ASCII names, except inside text literals and comments.
 */

/** Matches a text literal or comment (group 1), or a name (group 2). */
const LITERAL_OR_NAME =
  /("""[\s\S]*?"""|'''[\s\S]*?'''|[rR]?"(?:[^"\\\n]|\\.)*"|[rR]?'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*)|([A-Za-z_$\u4e00-\u9fa5][\w$\u4e00-\u9fa5]*)/g;

/** Prefix of rewritten names. */
const ENGINE_PREFIX = 'u_';

/** Number of characters after a name that are searched for the opening bracket of a function call. */
const CALL_LOOKAHEAD = 20;

const RESERVED_WORDS: ReadonlySet<string> = new Set([
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

/** Returns the engine's spelling of a name: `单价` -> `u__5355_4ef7`; a plain ASCII name stays the same. */
export function toEngineName(name: string): string {
  if (/^\w+$/.test(name) && !name.startsWith(ENGINE_PREFIX) && !RESERVED_WORDS.has(name)) return name;
  return (
    ENGINE_PREFIX + name.replace(/[^A-Za-z0-9]/g, (char) => `_${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  );
}

/**
 * Returns the author's text with every name in the engine's spelling. Names of called functions and `cel.bind` stay as
 * written.
 */
export function toEngineText(text: string): string {
  return text.replace(LITERAL_OR_NAME, (all, literal: string | undefined, name: string | undefined, offset: number) => {
    const isCall = /^\s*\(/.test(text.slice(offset + all.length, offset + all.length + CALL_LOOKAHEAD));
    return literal !== undefined || name === undefined || name === 'cel' || isCall ? all : toEngineName(name);
  });
}

/** Returns every name in the text outside of text literals and comments, including members and functions. */
export const namesWritten = (text: string): Set<string> =>
  new Set([...text.matchAll(LITERAL_OR_NAME)].map((match) => match[2]).filter((name) => name !== undefined));

/** Returns the author's spelling of an engine name, for messages and for reading values. */
export function fromEngineName(name: string): string {
  if (!name.startsWith(ENGINE_PREFIX)) return name;
  return name
    .slice(ENGINE_PREFIX.length)
    .replace(/_([0-9a-f]{4})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/**
 * Suffix of the internal name under which the engine finds the result of `isEmpty(x)`. The result is computed from the
 * stored value, before an empty value is replaced by 0 or ''.
 */
export const EMPTY_SUFFIX = '__empty';
