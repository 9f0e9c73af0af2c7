import type { NodeByTag } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/faces.ts';
import { childrenPath } from '../../runtime/childrenPath.ts';
import { NodeGrid } from '../../runtime/nodeGrid.tsx';

export const Row = ({ node, path }: BlockProps<NodeByTag['row']>) => (
  <NodeGrid nodes={node.children} path={childrenPath(path)} gutter={node.gutter} />
);
