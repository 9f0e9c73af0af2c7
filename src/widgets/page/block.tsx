import type { NodeByTag } from '../../grammar/nodes.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeList } from '../../runtime/node/NodeView.tsx';
import '../shared/blocks.css';

export const Page = ({ node, path }: BlockProps<NodeByTag['page']>) => (
  <div className="sf-page" style={node.style}>
    {node.title !== undefined && node.title !== '' && <h2 className="sf-page-title">{node.title}</h2>}
    <NodeList nodes={node.children} path={childrenPath(path)} />
  </div>
);
