import { textOfHtml } from './html.ts';
import { firstText, isObject, valueOf, type Source } from '../source.ts';

/** Keys besides `__slot__` under which the designers of other dialects keep a static text. */
export const STATIC_TEXT_KEYS = ['html', 'content', 'text', 'textValue'] as const;

/**
 * Returns the text of a static text element: the first text in its slot, under `STATIC_TEXT_KEYS`, in title and
 * description, or in its default value or label; '' if there is none. Appends the address of a link in brackets.
 */
export function staticText(source: Source): string {
  const slot = valueOf(source, '__slot__');
  const slotText = isObject(slot)
    ? ['html', 'default', 'span', 'text', 'title']
        .map((key) => slot[key])
        .find((value) => typeof value === 'string' && value !== '')
    : undefined;
  const [title, description] = [firstText(source, 'title'), firstText(source, 'description')];
  const contentText = typeof slotText === 'string' ? slotText : firstText(source, ...STATIC_TEXT_KEYS);
  const html = contentText === '' ? [title, description].filter((part) => part !== '').join('\n') : contentText;
  const text = textOfHtml(html === '' ? firstText(source, 'defaultValue', 'value', 'label') : html);
  const href = firstText(source, 'href');
  return href === '' || text.includes(href) ? text : `${text}（${href}）`;
}
