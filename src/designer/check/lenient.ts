import { createReader, type LooseValue } from './looseReader.ts';

/** A repaired text. `text`: valid JSON. `repairs`: the changes, in Chinese. */
export interface RepairedText {
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

/**
 * Unescapes JSON that was copied out of a JSON string, such as `{\"fields\":…}`, and may have been escaped up to three
 * times. Null if the text is not escaped JSON.
 */
function unescapeJson(text: string): string | null {
  if (!/^\s*[[{]\s*\\+"/.test(text)) return null;
  for (let current = text, attempt = 0; attempt < 3; attempt += 1) {
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
 * Matches the code before the value: imports and comments, then `export default`, `module.exports =`, `const x =`,
 * `return`, or the name and opening bracket of a call.
 */
const MODULE_PREFIX =
  /^(?:\s*(?:import\s[^\n]*\n|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|['"]use strict['"];?))*\s*(?:export\s+default\s+|(?:export\s+)?(?:const|let|var)\s+[\w$]+(?:\s*:\s*[\w$<>[\]., ]+)?\s*=\s*|(?:module\.exports|exports\.[\w$]+|window\.[\w$.]+)\s*=\s*|return\s+|[\w$.]+\(\s*)?/;

/**
 * Reads JSON, or text that is nearly JSON: with comments, trailing commas, single quotes, unquoted keys, inside a
 * JavaScript module, or escaped. Null for any other text. No code is executed: functions become `{ "$js": … }`, which
 * the importer reports and leaves out. Takes time linear in the length of the text; the depth of recursion is limited.
 */
export function readLenient(source: string): RepairedText | null {
  const text = source.replace(/^\uFEFF/, '').trim();
  if (isJson(text)) return { text, repairs: [] };
  const unescaped = unescapeJson(text);
  if (unescaped !== null) return { text: unescaped, repairs: ['去掉了多余的转义'] };
  const modulePrefix = MODULE_PREFIX.exec(text)?.[0] ?? '';
  const body = text.slice(modulePrefix.length);
  if (!/^[[{]/.test(body)) return null;
  const repaired: LooseValue | null = createReader(body).read();
  if (!repaired) return null;
  const repairs = [...(/\S/.test(modulePrefix) ? ['取出了代码文件中的定义'] : []), ...repaired.repairs];
  return { text: JSON.stringify(repaired.value, null, 2), repairs };
}
