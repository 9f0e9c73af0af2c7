import type { NodeByTag } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { UnknownNode } from '../../runtime/node/Placeholders.tsx';

export const Placeholder = ({ node, path }: BlockProps<NodeByTag['placeholder']>) => (
  <UnknownNode tag={node.sourceTag} path={path} label={node.label} />
);
