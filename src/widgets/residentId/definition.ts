import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { asText } from '../shared/values.ts';
import { residentIdProblem } from './residentNumber.ts';

/** A Chinese resident identity number; example of a plugin widget. */
export const definition: WidgetDefinition<NodeByTag['residentId']> = {
  tag: 'residentId',
  kind: 'field',
  valueType: 'string',
  column: { width: 190, isTextual: () => true, keys: { isSingleLine: true } },
  validate: (value) => (typeof value === 'string' && value !== '' ? residentIdProblem(value) : null),
  text(value, node) {
    const text = asText(value);
    return node.isMasked === '1' && text.length === 18 ? `${text.slice(0, 6)}********${text.slice(14)}` : text;
  },
  fromText: (text) => ({ ok: true, value: text.replace(/\s/g, '').toUpperCase() }),
};
