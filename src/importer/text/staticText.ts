import { textOfHtml } from './html.ts';
import { firstText, isObject, valueOf, type Source } from '../source.ts';

/** Keys besides `__slot__` under which designers keep a static text. */
export const STATIC_TEXT_KEYS = ['html', 'content', 'text', 'textValue'] as const;

/** Returns the text of a static text element, under any of the keys of its designer; '' if it has none. */
export function staticText(source: Source): string {
  const slot = valueOf(source, '__slot__');
  const slotText = isObject(slot)
    ? ['html', 'default', 'span', 'text', 'title']
        .map((key) => slot[key])
        .find((value) => typeof value === 'string' && value !== '')
    : undefined;
  const [title, description] = [firstText(source, 'title'), firstText(source, 'description')];
  const ownText = typeof slotText === 'string' ? slotText : firstText(source, ...STATIC_TEXT_KEYS);
  const html = ownText === '' ? [title, description].filter((part) => part !== '').join('\n') : ownText;
  const text = textOfHtml(html === '' ? firstText(source, 'defaultValue', 'value', 'label') : html);
  const href = firstText(source, 'href');
  return href === '' || text.includes(href) ? text : `${text}（${href}）`;
}
