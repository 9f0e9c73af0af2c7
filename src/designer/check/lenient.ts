import { createReader, type Given } from './looseReader.ts';

/** A text that is no strict JSON, read for what it means: `text` is JSON, `mended` says in words what was forgiven. */
export interface Lenient {
  text: string;
  mended: readonly string[];
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** `{\"fields\":…}`: JSON that was copied out of another text, with its escapes. */
function unescaped(text: string): string | null {
  if (!/^\s*[[{]\s*\\+"/.test(text)) return null;
  for (let told = text, count = 0; count < 3; count += 1) {
    try {
      told = JSON.parse(`"${told.trim().replace(/\r?\n/g, '\\n')}"`) as string;
    } catch {
      return null;
    }
    if (isJson(told)) return told;
  }
  return null;
}

/** Where the value begins: behind `export default`, `module.exports =`, `const x =`, `return`, a callback's bracket. */
const HEAD =
  /^(?:\s*(?:import\s[^\n]*\n|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|['"]use strict['"];?))*\s*(?:export\s+default\s+|(?:export\s+)?(?:const|let|var)\s+[\w$]+(?:\s*:\s*[\w$<>[\]., ]+)?\s*=\s*|(?:module\.exports|exports\.[\w$]+|window\.[\w$.]+)\s*=\s*|return\s+|[\w$.]+\(\s*)?/;

/**
 * JSON, or what people have instead of it: comments, trailing commas, single quotes, plain names as keys, a JavaScript
 * module around it, a text with its escapes. Null when it is none of these. Nothing of it runs: functions become
 * `{ "$js": … }`, which importing reports and leaves out. Linear in the text; no recursion deeper than the reader allows.
 */
export function readLenient(given: string): Lenient | null {
  const text = given.replace(/^\uFEFF/, '').trim();
  if (isJson(text)) return { text, mended: [] };
  const plain = unescaped(text);
  if (plain !== null) return { text: plain, mended: ['去掉了多余的转义'] };
  const head = HEAD.exec(text)?.[0] ?? '';
  const body = text.slice(head.length);
  if (!/^[[{]/.test(body)) return null;
  const read: Given | null = createReader(body).read();
  if (!read) return null;
  const mended = [...(/\S/.test(head) ? ['取出了代码文件中的定义'] : []), ...read.mended];
  return { text: JSON.stringify(read.value, null, 2), mended };
}
