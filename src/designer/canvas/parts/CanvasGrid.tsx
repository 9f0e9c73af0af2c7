import { memo, useContext, useLayoutEffect, useRef } from 'react';
import { columnGapOf, type GridProps } from '../../../runtime/node/gridSlot.ts';
import { idOf, isField, listsOf, pathText, type RawNode } from '../model/nodes.ts';
import { useDesignerContext } from '../designerContext.ts';
import { CanvasNode } from './CanvasNode.tsx';
import { EmptyCanvasContent } from './emptyCanvasContent.ts';

/** Returns true if the node is a field without child nodes. Such a field is drawn in the same way at every path. */
const isPlainField = (node: RawNode): boolean => isField(node) && listsOf(node, []).length === 0;

/** The nodes of one list, arranged in 24 columns; each can be selected. An empty list shows a hint. */
export const CanvasGrid = memo(function CanvasGrid({ nodes, path, gutter }: GridProps) {
  const list = pathText(path);
  const isRoot = path.length === 1;
  const emptyContent = useContext(EmptyCanvasContent);
  const { palette } = useDesignerContext();
  const grid = useRef<HTMLDivElement>(null);
  // `data-node-path` is written to the DOM directly: as a React prop, it would make every field after an inserted field
  // render again
  useLayoutEffect(() => {
    let index = 0;
    for (const child of grid.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || child.dataset.id === undefined) continue;
      const nodePath = `${list}.${index}`;
      if (child.dataset.nodePath !== nodePath) child.dataset.nodePath = nodePath;
      index += 1;
    }
  }, [nodes, list]);
  return (
    <div ref={grid} className="sf-grid ds-grid" style={{ columnGap: columnGapOf(gutter) }} data-drop-list={list}>
      {(nodes as readonly RawNode[]).map((node, index) => (
        <CanvasNode key={idOf(node)} node={node} textPath={isPlainField(node) ? '' : `${list}.${index}`} />
      ))}
      {nodes.length > 0 ? null : isRoot ? (
        emptyContent
      ) : (
        <div className="ds-empty-list">把{palette.itemName}拖到这里</div>
      )}
    </div>
  );
});
