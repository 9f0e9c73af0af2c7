import { isObject } from '../dialects/reading.ts';
import { textOfHtml } from './html.ts';

/** Keys whose words people read. */
export const WORD_KEYS = ['label', 'title', 'placeholder', 'help', 'tooltip', 'header', 'content'] as const;

/** How other systems call Chinese, where they keep words in several languages. */
const CHINESE = ['zh-CN', 'zh_CN', 'zh-cn', 'zh_cn', 'zhCN', 'zh-Hans', 'zh', 'cn', 'chinese'] as const;
const LANGUAGE = /^(?:[a-z]{2}(?:[-_]?[A-Za-z]{2,4})?|chinese|english)$/;

const ESCAPED = /\\u([0-9a-fA-F]{4})/g;
const MARKUP = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>/i;
const CODED = /&(?:lt|gt|quot|amp|nbsp|apos);/;

/** Text that was escaped once too often, or written as markup, as the words it says. */
function plainText(text: string): string {
  const plain = text.includes('\\u')
    ? text.replace(ESCAPED, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  if (!MARKUP.test(plain) && !CODED.test(plain)) return plain;
  const decoded = CODED.test(plain) && !MARKUP.test(plain) ? textOfHtml(plain) : plain;
  // Markup of nothing but pictures says nothing: it stays as it was written, for somebody to see.
  return (MARKUP.test(decoded) ? textOfHtml(decoded).replaceAll('\n', ' ') : decoded) || plain;
}

/** Words of another system as words: Chinese where there are several languages, text where there is markup. Anything else as it is. */
export function localisedText(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (!isObject(value)) return value;
  const languages = Object.keys(value);
  if (languages.length === 0 || !languages.every((name) => LANGUAGE.test(name) && typeof value[name] === 'string'))
    return value;
  return plainText(String(value[CHINESE.find((name) => Object.hasOwn(value, name)) ?? (languages[0] as string)]));
}
