import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { ChineseAmount } from './ChineseAmount.tsx';
import { definition } from './definition.ts';

export function View({ node, value }: ViewProps<NodeByTag['el-input-number']>) {
  const text = definition.display?.(value, node, {}) ?? '';
  if (text === '') return null;
  return (
    <>
      {node.unit === undefined ? text : `${text} ${node.unit}`}
      {node.isCapital === '1' && <ChineseAmount value={value} isInBrackets />}
    </>
  );
}
