import type { NodeByTag } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';

export const Row = ({ node, path }: BlockProps<NodeByTag['row']>) => (
  <NodeGrid nodes={node.children} path={childrenPath(path)} gutter={node.gutter} />
);
