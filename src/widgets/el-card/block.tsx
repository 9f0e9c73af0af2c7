import { useId } from 'react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { sectionName } from '../../runtime/screen/sections.ts';
import '../shared/blocks.css';

export function Card({ node, path }: BlockProps<NodeByTag['el-card']>) {
  const id = useId();
  const hasTitle = node.label !== undefined && node.label !== '';
  return (
    <section className="sf-card" aria-labelledby={hasTitle ? id : undefined}>
      {hasTitle && (
        <h3 className="sf-card-title" id={id} data-section={sectionName(path)} tabIndex={-1}>
          {node.label}
        </h3>
      )}
      <div className="sf-card-body">
        <NodeGrid nodes={node.children} path={childrenPath(path)} />
      </div>
    </section>
  );
}
