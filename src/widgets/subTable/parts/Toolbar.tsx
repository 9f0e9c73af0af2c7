import { Button } from 'antd';
import { PlusOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { rowLimit, rowAddMethods } from '../../../rules/tables.ts';
import { hasTopButton } from '../../../rules/topButtons.ts';
import { DataTools } from '../data/DataTools.tsx';
import { useTable, useTopic, type TableModel } from '../model.ts';
import { BlockSums } from './BlockSums.tsx';
import { FindBar } from './FindBar.tsx';

interface Props {
  onAdd(): void;
  /** 保存全部 (SL-002), or back to editing. */
  onSaveAll(): void;
  onResume: (() => void) | null;
  /** Default rows are asked for again. */
  onRefresh(): void;
}

/** Above the rows: 添加, the document's own buttons, what can be done with ticked rows, history, 保存全部. */
export function Toolbar({ onAdd, onSaveAll, onResume, onRefresh }: Props) {
  const model = useTable();
  const { store, rights, isLive, table, actions, remove } = model;
  useTopic(store.topics, 'history');
  useTopic(store.topics, 'structure');
  const own = <DataTools own={{ add: onAdd, saveAll: onSaveAll, refresh: onRefresh }} />;
  if (!isLive) {
    return onResume === null ? null : (
      <div className="st-toolbar">
        <Button size="small" data-action="edit-rows" onClick={onResume}>
          继续编辑
        </Button>
        {own}
      </div>
    );
  }
  const rows = store.rows.all();
  const { node } = table;
  const isFull = actions.remainingRows() < 1;
  return (
    <div className="st-toolbar">
      {rights.add && rowAddMethods(node).typed && !hasTopButton(node, 'add') && (
        <Button
          type="primary"
          ghost
          size="small"
          icon={<PlusOutlined />}
          data-action="add-row"
          disabled={isFull}
          title={isFull ? `最多 ${rowLimit(node)} 行` : undefined}
          onClick={onAdd}
        >
          添加
        </Button>
      )}
      {own}
      <Selected model={model} onRemove={remove} />
      <span className="st-space" />
      <BlockSums />
      <FindBar />
      {(store.rows.canUndo() || store.rows.canRedo()) && (
        <>
          <Button
            size="small"
            type="text"
            icon={<UndoOutlined />}
            title="Ctrl+Z"
            data-action="undo"
            disabled={!store.rows.canUndo()}
            onClick={actions.undo}
          >
            撤销
          </Button>
          <Button
            size="small"
            type="text"
            icon={<RedoOutlined />}
            title="Ctrl+Y"
            data-action="redo"
            disabled={!store.rows.canRedo()}
            onClick={actions.redo}
          >
            恢复
          </Button>
        </>
      )}
      {rows.length > 0 && <span className="st-count">{`共 ${rows.length} 行`}</span>}
      {rows.length > 0 && rights.save && !hasTopButton(node, 'saveAll') && (
        <Button size="small" title="保存整张单据，包括表格以外的内容" data-action="save-all" onClick={onSaveAll}>
          保存全部
        </Button>
      )}
    </div>
  );
}

function Selected({ model, onRemove }: { model: TableModel; onRemove(ids: readonly string[]): void }) {
  const { store, rights, actions } = model;
  useTopic(store.topics, 'selection');
  const count = store.selection.size();
  if (count === 0) return null;
  const ids = (): string[] =>
    store.rows
      .all()
      .filter((row) => store.selection.has(row.id))
      .map((row) => row.id);
  return (
    <>
      {rights.copy && (
        <Button
          size="small"
          data-action="copy-rows"
          disabled={actions.remainingRows() < 1}
          onClick={() => actions.copy(ids())}
        >{`复制 ${count} 行`}</Button>
      )}
      {rights.remove && ids().some(actions.mayRemove) && (
        <Button
          size="small"
          danger
          data-action="remove-rows"
          onClick={() => onRemove(ids())}
        >{`删除 ${ids().filter(actions.mayRemove).length} 行`}</Button>
      )}
    </>
  );
}
