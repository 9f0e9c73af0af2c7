import { isBlank } from '../../domain/blank.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { addonText } from '../shared/text/Addons.tsx';
import { definition } from './definition.ts';

/** The text with the addons around it, such as a unit or `https://`. */
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
