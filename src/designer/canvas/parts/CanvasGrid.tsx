import { memo, useContext } from 'react';
import { columnGapOf, type GridProps } from '../../../runtime/node/gridSlot.ts';
import { idOf, pathText, type RawNode } from '../model/nodes.ts';
import { useDesigning } from '../useDesign.ts';
import { CanvasNode } from './CanvasNode.tsx';
import { EmptyRoot } from './emptyRoot.ts';

/** The nodes of one list on the 24 columns, each of which can be chosen; an empty list says what it is for. */
export const CanvasGrid = memo(function CanvasGrid({ nodes, path, gutter }: GridProps) {
  const list = pathText(path);
  const isRoot = path.length === 1;
  const empty = useContext(EmptyRoot);
  const { palette } = useDesigning();
  return (
    <div className="sf-grid ds-grid" style={{ columnGap: columnGapOf(gutter) }} data-drop-list={list}>
      {(nodes as readonly RawNode[]).map((node, index) => (
        <CanvasNode key={idOf(node)} node={node} at={`${list}.${index}`} />
      ))}
      {nodes.length > 0 ? null : isRoot ? empty : <div className="ds-empty-list">把{palette.word}拖到这里</div>}
    </div>
  );
});
