import { textOfHtml } from './html.ts';
import { firstText, isObject, valueOf, type Source } from '../source.ts';

/** Where designers keep the words of a text, beside the slot. */
export const TEXT_KEYS = ['html', 'content', 'text', 'textValue'] as const;

/** What a piece of static text says, wherever its designer keeps it. '' when it says nothing. */
export function staticText(source: Source): string {
  const slot = valueOf(source, '__slot__');
  const inSlot = isObject(slot)
    ? ['html', 'default', 'span', 'text', 'title']
        .map((key) => slot[key])
        .find((value) => typeof value === 'string' && value !== '')
    : undefined;
  const [title, description] = [firstText(source, 'title'), firstText(source, 'description')];
  const own = typeof inSlot === 'string' ? inSlot : firstText(source, ...TEXT_KEYS);
  const said = own === '' ? [title, description].filter((part) => part !== '').join('\n') : own;
  const words = textOfHtml(said === '' ? firstText(source, 'defaultValue', 'value', 'label') : said);
  const href = firstText(source, 'href');
  return href === '' || words.includes(href) ? words : `${words}（${href}）`;
}
