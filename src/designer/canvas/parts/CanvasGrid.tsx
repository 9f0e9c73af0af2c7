import { memo, useContext, useLayoutEffect, useRef } from 'react';
import { columnGapOf, type GridProps } from '../../../runtime/node/gridSlot.ts';
import { idOf, isField, listsOf, pathText, type RawNode } from '../model/nodes.ts';
import { useDesigning } from '../useDesign.ts';
import { CanvasNode } from './CanvasNode.tsx';
import { EmptyRoot } from './emptyRoot.ts';

/** A field without lists of its own: nothing that is drawn of it says where it stands. */
const isPlainField = (node: RawNode): boolean => isField(node) && listsOf(node, []).length === 0;

/** The nodes of one list on the 24 columns, each of which can be chosen; an empty list says what it is for. */
export const CanvasGrid = memo(function CanvasGrid({ nodes, path, gutter }: GridProps) {
  const list = pathText(path);
  const isRoot = path.length === 1;
  const empty = useContext(EmptyRoot);
  const { palette } = useDesigning();
  const grid = useRef<HTMLDivElement>(null);
  // set here and not by React: inserting a field would re-render every field after it for this attribute alone
  useLayoutEffect(() => {
    let index = 0;
    for (const child of grid.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || child.dataset.id === undefined) continue;
      const place = `${list}.${index}`;
      if (child.dataset.nodePath !== place) child.dataset.nodePath = place;
      index += 1;
    }
  }, [nodes, list]);
  return (
    <div ref={grid} className="sf-grid ds-grid" style={{ columnGap: columnGapOf(gutter) }} data-drop-list={list}>
      {(nodes as readonly RawNode[]).map((node, index) => (
        <CanvasNode key={idOf(node)} node={node} at={isPlainField(node) ? '' : `${list}.${index}`} />
      ))}
      {nodes.length > 0 ? null : isRoot ? empty : <div className="ds-empty-list">把{palette.word}拖到这里</div>}
    </div>
  );
});
