import { memo, useCallback, useRef, type CSSProperties } from 'react';
import type { FieldNode, NodeByTag } from '../../../grammar/nodes.ts';
import { isFieldNode } from '../../../kernel/index.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { FieldFrame } from '../../../runtime/form/FieldFrame.tsx';
import { useNearViewport } from '../../../runtime/node/nearViewport.ts';
import { nameOfNode } from '../model/designActions.ts';
import { idOf, listsOf, type RawNode } from '../model/nodes.ts';
import { titleOfNode } from '../model/palette.ts';
import { useDesignValue } from '../designerContext.ts';
import { CommentMark } from '../../reviews/CommentMark.tsx';
import { ControlFace } from './ControlFace.tsx';
import { NodeTools } from './NodeTools.tsx';
import { toDrawableNode } from './toDrawableNode.ts';

const NO_PROBLEMS = [] as const;
const DEFAULT_COLUMN_WIDTH_PX = 140;

const widthOf = (node: RawNode): number => {
  const width = typeof node.width === 'string' ? Number.parseInt(node.width, 10) : node.width;
  return typeof width === 'number' && width > 0 ? width : DEFAULT_COLUMN_WIDTH_PX;
};

interface Props {
  node: RawNode;
  /** The path as text. */
  textPath: string;
  /** The node that `toDrawableNode` returns for `node`. */
  drawableNode: FieldNode;
}

/**
 * A sub-table on the canvas. Each column shows the name of a field and, below it, the control. A column can be selected
 * and dragged.
 */
export function CanvasTable({ node, textPath, drawableNode }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear] = useNearViewport(frame, false);
  const [list] = listsOf(node, []);
  const table = drawableNode as unknown as NodeByTag['subTable'];
  const columns = list?.nodes ?? [];
  return (
    <FieldFrame
      ref={frame}
      id={`canvas-${idOf(node)}`}
      node={drawableNode}
      mode="edit"
      isGroup
      isRequired={drawableNode.required === true}
      problems={NO_PROBLEMS}
    >
      <div className="ds-table">
        <div className="ds-table-tools" aria-hidden="true">
          {[
            table.commonAdd === '0' ? '' : '添加',
            table.outsideAdd === '1' ? '选择数据' : '',
            table.exportAdd === '1' ? '导入数据' : '',
            ...(table.topOpBtns ?? []).map(({ btnName }) => btnName),
          ]
            .filter((text) => text !== '')
            .map((text) => (
              <span key={text} className="ds-table-button">
                {text}
              </span>
            ))}
        </div>
        <div className="ds-columns" data-drop-list={`${textPath}.children`} data-direction="row">
          {columns.map((column, index) => (
            <Column key={idOf(column)} node={column} textPath={`${textPath}.children.${index}`} isNear={isNear} />
          ))}
          {columns.length === 0 ? <div className="ds-empty-list">把字段拖到这里，成为子表的列</div> : null}
        </div>
      </div>
    </FieldFrame>
  );
}

const Column = memo(function Column({ node, textPath, isNear }: { node: RawNode; textPath: string; isNear: boolean }) {
  const id = idOf(node);
  const registry = useRegistry();
  const isSelected = useDesignValue(useCallback((design) => design.isSelected(id), [id]));
  const drawableNode = toDrawableNode(node, registry);
  return (
    <div
      className="ds-node ds-column"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no HTML element represents a selectable part of a drawing
      role="group"
      aria-label={`列 ${titleOfNode(node)} ${nameOfNode(node)}${node.required === true ? '，必填' : ''}`}
      aria-current={isSelected ? 'true' : undefined}
      tabIndex={-1}
      data-node-path={textPath}
      data-id={id}
      data-tag={node.tag}
      data-dim={node.isHideField === '1' || node.flowVisible === '0' ? 'true' : undefined}
      style={{ flexBasis: widthOf(node) } as CSSProperties}
    >
      <div className="ds-column-head">
        {node.required === true ? <span className="sf-required">*</span> : null}
        {nameOfNode(node)}
      </div>
      <div className="ds-column-cell" inert>
        {isNear && isFieldNode(drawableNode) ? <ControlFace node={drawableNode} id={`canvas-${id}`} /> : null}
      </div>
      <CommentMark id={id} />
      {isSelected ? <NodeTools node={node} isColumn /> : null}
    </div>
  );
});
