import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { asText } from '../shared/values.ts';

/** The stored form of a colour: `#rrggbb` or `#rrggbbaa`. */
const STORED_COLOUR = /^#(?:[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Converts `#rgb`, `#rrggbb` or `#rrggbbaa` to the stored form; null for any other value. Styles may contain only
 * results of this function, because other texts could contain harmful CSS.
 */
export function colourOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim().toLowerCase();
  const shorthand = /^#([\da-f])([\da-f])([\da-f])$/.exec(text);
  if (shorthand)
    return `#${shorthand
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return STORED_COLOUR.test(text) ? text : null;
}

/** Colour picker; the value is a colour as hexadecimal text. */
export const definition: WidgetDefinition<NodeByTag['el-color-picker']> = {
  tag: 'el-color-picker',
  kind: 'field',
  valueType: 'string',
  column: { keys: { needsFocus: true } },
  sheet: { hint: () => '颜色，如 #1677ff' },
  validate(value, node) {
    if (value === null || value === undefined || value === '') return null;
    const colour = colourOf(value);
    if (colour === null) return '应为颜色，如 #1677ff';
    return colour.length === 9 && node['show-alpha'] !== true ? '此处不能设透明度' : null;
  },
  text: (value) => colourOf(value) ?? asText(value),
  fromText(text) {
    const colour = colourOf(text.trim().startsWith('#') || text.trim() === '' ? text : `#${text.trim()}`);
    if (text.trim() === '') return { ok: true, value: '' };
    return colour === null ? { ok: false, message: `“${text.trim()}”不是颜色` } : { ok: true, value: colour };
  },
};
