import { CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type MouseEvent } from 'react';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import type { Design } from '../model/design.ts';
import { addPane, duplicate, remove } from '../model/designActions.ts';
import { spanOf } from '../model/edits.ts';
import { heightBoundsOf } from '../model/heights.ts';
import { hasPanes, idOf, type RawNode } from '../model/nodes.ts';
import { titleOfNode } from '../model/palette.ts';
import { useDesignerContext } from '../designerContext.ts';
import { HeightHandle } from './HeightHandle.tsx';
import { ResizeHandle } from './ResizeHandle.tsx';

interface Props {
  node: RawNode;
  /** True for a column of a sub-table, whose width cannot be changed here. */
  isColumn?: boolean;
  /** Draws the node at another height while its lower edge is dragged; null restores the height of the document. */
  onDraftHeight?(height: number | null): void;
}

/**
 * Moves the focus from a button that an edit has removed to the selected node, so that the canvas still receives key
 * presses.
 */
function focusSelection(design: Design, { currentTarget }: MouseEvent<HTMLElement>): void {
  const canvas = currentTarget.closest<HTMLElement>('[data-designer="canvas"]');
  const [id] = design.selection();
  requestAnimationFrame(() => {
    const node = id === undefined ? null : canvas?.querySelector<HTMLElement>(`[data-id="${id}"]`);
    (node ?? canvas)?.focus({ preventScroll: true });
  });
}

/** The buttons of a selected node. With `memo`, changes of other node properties do not render the buttons again. */
const NodeButtons = memo(function NodeButtons({ id, tag, title }: { id: number; tag: string; title: string }) {
  const { design, syllables } = useDesignerContext();
  return (
    <span className="ds-node-tools" data-no-select>
      <span className="ds-node-kind">{title}</span>
      {hasPanes(tag) ? (
        <Button
          size="small"
          type="primary"
          icon={<PlusOutlined />}
          title="添加一项"
          aria-label="添加一项"
          onClick={() => addPane(design, id)}
        />
      ) : null}
      <Button
        size="small"
        type="primary"
        icon={<CopyOutlined />}
        title="复制一份（Ctrl+D）"
        aria-label="复制一份"
        onClick={(event) => {
          duplicate(design, syllables());
          focusSelection(design, event);
        }}
      />
      <Button
        size="small"
        type="primary"
        icon={<DeleteOutlined />}
        title="删除（Delete）"
        aria-label="删除"
        onClick={(event) => {
          remove(design);
          focusSelection(design, event);
        }}
      />
    </span>
  );
});

/** The buttons and resize handles of a selected node. */
export function NodeTools({ node, isColumn = false, onDraftHeight }: Props) {
  // on a phone there is one block per row, regardless of its width
  const canChangeWidth = !useIsNarrowerThan(PHONE_WIDTH) && !isColumn;
  const bounds = onDraftHeight ? heightBoundsOf(node) : null;
  return (
    <>
      <NodeButtons id={idOf(node)} tag={node.tag} title={titleOfNode(node)} />
      {bounds && onDraftHeight ? <HeightHandle node={node} bounds={bounds} onPreview={onDraftHeight} /> : null}
      {canChangeWidth ? <ResizeHandle id={idOf(node)} span={spanOf(node)} /> : null}
    </>
  );
}
