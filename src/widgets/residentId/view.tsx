import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { definition } from './definition.ts';
import { readResidentId } from './residentNumber.ts';

/**
 * The number with sex and birthday. The birthday is left out if the number is masked, because it is part of the number.
 */
export function View({ node, value }: ViewProps<NodeByTag['residentId']>) {
  const text = definition.text?.(value, node, {}) ?? '';
  const person = readResidentId(value);
  if (!person) return text;
  return node.isMasked === '1' ? `${text}（${person.sex}）` : `${text}（${person.sex}，${person.birthday} 出生）`;
}
