import { isObject } from '../dialects/dialect.ts';
import { textOfHtml } from './html.ts';

/** Keys of texts that are shown to people. */
export const TEXT_KEYS = ['label', 'title', 'placeholder', 'help', 'tooltip', 'header', 'content'] as const;

/** Language codes for Chinese in texts with several languages. */
const CHINESE_CODES = ['zh-CN', 'zh_CN', 'zh-cn', 'zh_cn', 'zhCN', 'zh-Hans', 'zh', 'cn', 'chinese'] as const;
/** Matches the key of a text in one language: a code such as `en` or `zh-CN`, or the name of a language. */
const LANGUAGE = /^(?:[a-z]{2}(?:[-_]?[A-Za-z]{2,4})?|chinese|english)$/;

/** Matches a character that was escaped twice, such as `\u4e2d` in a text. */
const ESCAPED = /\\u([0-9a-fA-F]{4})/g;
/** Matches an HTML tag. */
const MARKUP = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>/i;
const HTML_ENTITY = /&(?:lt|gt|quot|amp|nbsp|apos);/;

/** Decodes text that was escaped twice, and removes markup. */
function plainText(text: string): string {
  const unescaped = text.includes('\\u')
    ? text.replace(ESCAPED, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  if (!MARKUP.test(unescaped) && !HTML_ENTITY.test(unescaped)) return unescaped;
  const decoded = HTML_ENTITY.test(unescaped) && !MARKUP.test(unescaped) ? textOfHtml(unescaped) : unescaped;
  // markup without any text, for example only pictures, is kept, so that a person notices it
  return (MARKUP.test(decoded) ? textOfHtml(decoded).replaceAll('\n', ' ') : decoded) || unescaped;
}

/**
 * Converts a text of another system to plain text: of several languages, chooses Chinese or, without Chinese, the first
 * one; then decodes escaped characters and removes markup. Other values are unchanged.
 */
export function localisedText(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (!isObject(value)) return value;
  const languages = Object.keys(value);
  if (languages.length === 0 || !languages.every((name) => LANGUAGE.test(name) && typeof value[name] === 'string'))
    return value;
  return plainText(String(value[CHINESE_CODES.find((name) => Object.hasOwn(value, name)) ?? (languages[0] as string)]));
}
