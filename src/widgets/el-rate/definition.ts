import { toHalfWidth } from '../../domain/halfWidth.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-rate'];

export const maxStars = (node: Node): number => node.max ?? 5;

/** Returns the field's text (`texts`) for this number of stars; half stars are rounded up. '' without texts. */
export const ratingText = (value: number, node: Node): string => node.texts?.[Math.ceil(value) - 1] ?? '';

/** Star rating from half a star or one star up to `max`; 0 means no rating. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-rate',
  kind: 'field',
  valueType: 'double',
  filter: () => ({ op: 'range', control: { kind: 'number' } }),
  column: { width: 170 },
  sheet: { hint: (node) => `星数，0 到 ${maxStars(node)}` },
  isEmpty: (value) => value === null || value === undefined || value === 0 || value === '',
  validate(value, node) {
    if (typeof value !== 'number') return null;
    if (value < 0 || value > maxStars(node)) return `应在 0 到 ${maxStars(node)} 星之间`;
    if (node['allow-half'] === true ? !Number.isInteger(value * 2) : !Number.isInteger(value))
      return node['allow-half'] === true ? '应为半星的倍数' : '应为整星';
    return null;
  },
  text(value, node) {
    if (typeof value !== 'number') return asText(value);
    const ratingName = node['show-text'] === true ? ratingText(value, node) : '';
    return value === 0 ? '' : `${value} 星${ratingName === '' ? '' : `（${ratingName}）`}`;
  },
  fromText(text, node) {
    const numberText = toHalfWidth(text)
      .trim()
      .replace(/\s*[星分].*$/, '');
    if (numberText === '') return { ok: true, value: null };
    const starsOfText = (node.texts ?? []).indexOf(text.trim()) + 1;
    const value = starsOfText > 0 ? starsOfText : Number(numberText);
    return Number.isFinite(value) ? { ok: true, value } : { ok: false, message: `“${text.trim()}”不是星数` };
  },
};
