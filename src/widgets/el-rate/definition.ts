import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-rate'];

export const starsOf = (node: Node): number => node.max ?? 5;

/** The words of one mark: those of its whole star; '' where the document gives none. */
export const wordOf = (value: number, node: Node): string => node.texts?.[Math.ceil(value) - 1] ?? '';

/** Stars, from half a star or one up to `max`; 0 is none given. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-rate',
  kind: 'field',
  valueType: 'double',
  filter: () => ({ op: 'range', control: { kind: 'number' } }),
  column: { width: 170 },
  sheet: { hint: (node) => `星数，0 到 ${starsOf(node)}` },
  isEmpty: (value) => value === null || value === undefined || value === 0 || value === '',
  validate(value, node) {
    if (typeof value !== 'number') return null;
    if (value < 0 || value > starsOf(node)) return `应在 0 到 ${starsOf(node)} 星之间`;
    if (node['allow-half'] === true ? !Number.isInteger(value * 2) : !Number.isInteger(value))
      return node['allow-half'] === true ? '应为半星的倍数' : '应为整星';
    return null;
  },
  text(value, node) {
    if (typeof value !== 'number') return asText(value);
    const word = node['show-text'] === true ? wordOf(value, node) : '';
    return value === 0 ? '' : `${value} 星${word === '' ? '' : `（${word}）`}`;
  },
  fromText(text, node) {
    const plain = text.trim().replace(/\s*[星分].*$/, '');
    if (plain === '') return { ok: true, value: null };
    const byWord = (node.texts ?? []).indexOf(text.trim()) + 1;
    const value = byWord > 0 ? byWord : Number(plain);
    return Number.isFinite(value) ? { ok: true, value } : { ok: false, message: `“${text.trim()}”不是星数` };
  },
};
