import { keyDocsOfForm, keyDocsOfTag } from '../editor/grammarDocs.ts';

/** Returns the beginning of a description, up to the first punctuation mark. */
const beginningOf = (description: string): string => description.split(/[，；。：（(,;]/)[0]?.trim() || description;

const titlesByTag = new Map<string, ReadonlyMap<string, string>>();

function titlesOf(tag: string): ReadonlyMap<string, string> {
  const titles =
    titlesByTag.get(tag) ?? new Map(keyDocsOfTag(tag).map(({ key, description }) => [key, beginningOf(description)]));
  titlesByTag.set(tag, titles);
  return titles;
}

/** Returns the Chinese name of a key of a tag, from its description; the key itself if it is unknown. */
export const titleOfKey = (tag: string, key: string): string =>
  key === '__slot__' ? '选项与前后缀' : (titlesOf(tag).get(key) ?? key);

/** Returns the Chinese name of a form setting; the key itself if it is unknown. */
export const titleOfSetting = (key: string): string => {
  const keyDoc = keyDocsOfForm().find((doc) => doc.key === key);
  return keyDoc ? beginningOf(keyDoc.description) : key;
};

/** Converts a value to text: Chinese words for flags, JSON for lists and objects (shortened to 400 characters). */
export function valueText(value: unknown): string {
  if (value === undefined) return '（无）';
  if (value === true) return '是';
  if (value === false) return '否';
  if (typeof value === 'string') return value === '' ? '（空）' : value;
  const text = JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
