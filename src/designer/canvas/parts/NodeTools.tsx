import { CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { propertySchemas } from '../../editor/grammarDocs.ts';
import { addPane, duplicate, remove } from '../model/acts.ts';
import { spanOf } from '../model/edits.ts';
import { hasPanes, idOf, type RawNode } from '../model/nodes.ts';
import { titleOfNode } from '../model/palette.ts';
import { useDesigning } from '../useDesign.ts';
import { HeightHandle } from './HeightHandle.tsx';
import { ResizeHandle } from './ResizeHandle.tsx';

/** What can be done with a chosen node at once. */
export function NodeTools({ node, isColumn = false }: { node: RawNode; isColumn?: boolean }) {
  const { design, syllables } = useDesigning();
  const { height } = propertySchemas(node.tag);
  return (
    <>
      <span className="ds-node-tools" data-no-select>
        <span className="ds-node-kind">{titleOfNode(node)}</span>
        {hasPanes(node.tag) ? (
          <Button
            size="small"
            type="primary"
            icon={<PlusOutlined />}
            title="添加一项"
            aria-label="添加一项"
            onClick={() => addPane(design, idOf(node))}
          />
        ) : null}
        <Button
          size="small"
          type="primary"
          icon={<CopyOutlined />}
          title="复制一份（Ctrl+D）"
          aria-label="复制一份"
          onClick={() => duplicate(design, syllables())}
        />
        <Button
          size="small"
          type="primary"
          icon={<DeleteOutlined />}
          title="删除（Delete）"
          aria-label="删除"
          onClick={() => remove(design)}
        />
      </span>
      {isColumn ? null : <ResizeHandle id={idOf(node)} span={spanOf(node)} />}
      {!isColumn && height?.type === 'number' ? <HeightHandle node={node} schema={height} /> : null}
    </>
  );
}
