import type { NodeByTag } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import '../shared/blocks.css';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5'] as const;

export function Text({ node }: BlockProps<NodeByTag['text']>) {
  const Heading = node.level === undefined ? 'p' : (HEADINGS[node.level - 1] ?? 'p');
  return (
    <Heading className="sf-block-text" style={node.style}>
      {node.text}
    </Heading>
  );
}
