import { isBlank } from '../../domain/blank.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { addonText } from '../shared/text/Addons.tsx';
import { definition } from './definition.ts';

/** The text between what stands around its control: a unit or the start of an address belongs to what is read. */
export function View({ node, value }: ViewProps<NodeByTag['el-input']>) {
  const text = definition.text?.(value, node, {}) ?? '';
  return isBlank(text) ? null : (
    <>
      {addonText(node.__slot__?.prepend)}
      {text}
      {addonText(node.__slot__?.append)}
    </>
  );
}
