import type { CSSProperties } from 'react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import '../shared/blocks.css';

/**
 * A layout of bordered cells. Assistive tools do not see a table: they read the cells one after another, each field
 * with its label.
 */
export function TableLayout({ node, path }: BlockProps<NodeByTag['tableLayout']>) {
  return (
    <div className="sf-table-layout" style={{ '--columns': node.columns } as CSSProperties}>
      {node.children.map((cell, index) => (
        <div
          key={index}
          className={cell.isHead === true ? 'sf-table-cell sf-table-head' : 'sf-table-cell'}
          style={
            { '--colspan': Math.min(cell.colspan ?? 1, node.columns), '--rowspan': cell.rowspan ?? 1 } as CSSProperties
          }
        >
          {cell.label !== undefined && <div className="sf-table-text">{cell.label}</div>}
          {cell.children !== undefined && cell.children.length > 0 && (
            <NodeGrid nodes={cell.children} path={childrenPath(path, 'children', index, 'children')} />
          )}
        </div>
      ))}
    </div>
  );
}
