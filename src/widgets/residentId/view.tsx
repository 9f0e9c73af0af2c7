import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { definition } from './definition.ts';
import { readResidentId } from './number.ts';

/** The number, and the birthday and sex it carries; a masked number keeps the birthday to itself. */
export function View({ node, value }: ViewProps<NodeByTag['residentId']>) {
  const text = definition.text?.(value, node, {}) ?? '';
  const known = readResidentId(value);
  if (!known) return text;
  return node.isMasked === '1' ? `${text}（${known.sex}）` : `${text}（${known.sex}，${known.birthday} 出生）`;
}
