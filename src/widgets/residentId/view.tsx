import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { definition } from './definition.ts';
import { readResidentId } from './residentNumber.ts';

/** The number with sex and birthday; a masked number shows no birthday. */
export function View({ node, value }: ViewProps<NodeByTag['residentId']>) {
  const text = definition.text?.(value, node, {}) ?? '';
  const person = readResidentId(value);
  if (!person) return text;
  return node.isMasked === '1' ? `${text}（${person.sex}）` : `${text}（${person.sex}，${person.birthday} 出生）`;
}
