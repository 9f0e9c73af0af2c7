import { createReader, type LooseValue } from './looseReader.ts';

/** A repaired text: `text` is valid JSON, `repairs` lists in Chinese what was changed. */
export interface Lenient {
  text: string;
  repairs: readonly string[];
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Unescapes JSON that was copied out of a JSON string, such as `{\"fields\":…}`; null if the text is none. */
function unescaped(text: string): string | null {
  if (!/^\s*[[{]\s*\\+"/.test(text)) return null;
  for (let current = text, count = 0; count < 3; count += 1) {
    try {
      current = JSON.parse(`"${current.trim().replace(/\r?\n/g, '\\n')}"`) as string;
    } catch {
      return null;
    }
    if (isJson(current)) return current;
  }
  return null;
}

/**
 * What may come before the value: `export default`, `module.exports =`, `const x =`, `return`, the bracket of a
 * callback.
 */
const MODULE_PREFIX =
  /^(?:\s*(?:import\s[^\n]*\n|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|['"]use strict['"];?))*\s*(?:export\s+default\s+|(?:export\s+)?(?:const|let|var)\s+[\w$]+(?:\s*:\s*[\w$<>[\]., ]+)?\s*=\s*|(?:module\.exports|exports\.[\w$]+|window\.[\w$.]+)\s*=\s*|return\s+|[\w$.]+\(\s*)?/;

/**
 * Reads JSON, or text that is nearly JSON: with comments, trailing commas, single quotes, unquoted keys, inside a
 * JavaScript module, or escaped. Null for any other text. No code is executed: functions become `{ "$js": … }`, which
 * the importer reports and leaves out. Linear in the length of the text; the depth of recursion is limited.
 */
export function readLenient(source: string): Lenient | null {
  const text = source.replace(/^\uFEFF/, '').trim();
  if (isJson(text)) return { text, repairs: [] };
  const plain = unescaped(text);
  if (plain !== null) return { text: plain, repairs: ['去掉了多余的转义'] };
  const head = MODULE_PREFIX.exec(text)?.[0] ?? '';
  const body = text.slice(head.length);
  if (!/^[[{]/.test(body)) return null;
  const read: LooseValue | null = createReader(body).read();
  if (!read) return null;
  const repairs = [...(/\S/.test(head) ? ['取出了代码文件中的定义'] : []), ...read.repairs];
  return { text: JSON.stringify(read.value, null, 2), repairs };
}
