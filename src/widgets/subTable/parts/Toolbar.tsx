import { Button } from 'antd';
import { PlusOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { useTable, useTopic, type TableModel } from '../model.ts';

interface Props {
  onAdd(): void;
  /** 保存全部 (SL-002), or back to editing. */
  onSaveAll(): void;
  onResume: (() => void) | null;
}

const TYPES: Readonly<Record<string, 'primary' | 'dashed' | 'text' | 'link' | 'default'>> = { primary: 'primary', text: 'text', link: 'link' };

/** Above the rows: 添加, the document's own buttons, what can be done with ticked rows, history, 保存全部. */
export function Toolbar({ onAdd, onSaveAll, onResume }: Props) {
  const model = useTable();
  const { store, rights, isLive, table, actions, emit, remove } = model;
  useTopic(store.topics, 'history');
  useTopic(store.topics, 'structure');
  if (!isLive) {
    return onResume === null ? null : <div className="st-toolbar"><Button size="small" data-action="edit-rows" onClick={onResume}>继续编辑</Button></div>;
  }
  const rows = store.rows.all();
  const { node } = table;
  const isFull = actions.room() < 1;
  return (
    <div className="st-toolbar">
      {rights.add && node.commonAdd !== '0' && (
        <Button type="primary" ghost size="small" icon={<PlusOutlined />} data-action="add-row" disabled={isFull} title={isFull ? `最多 ${node.maxRows} 行` : undefined} onClick={onAdd}>添加</Button>
      )}
      {node.topOpBtns?.map((button) => (
        <Button key={`${button.eventType} ${button.btnName}`} size="small" type={TYPES[button.type ?? ''] ?? 'default'} danger={button.type === 'danger'} data-action={button.eventType} onClick={() => emit(button.eventType, null)}>{button.btnName}</Button>
      ))}
      <Selected model={model} onRemove={remove} />
      <span className="st-space" />
      {(store.rows.canUndo() || store.rows.canRedo()) && (
        <>
          <Button size="small" type="text" icon={<UndoOutlined />} aria-label="撤销" title="撤销（Ctrl+Z）" data-action="undo" disabled={!store.rows.canUndo()} onClick={() => store.rows.undo()} />
          <Button size="small" type="text" icon={<RedoOutlined />} aria-label="恢复" title="恢复（Ctrl+Y）" data-action="redo" disabled={!store.rows.canRedo()} onClick={() => store.rows.redo()} />
        </>
      )}
      {rows.length > 0 && <span className="st-count">{`共 ${rows.length} 行`}</span>}
      {rows.length > 0 && (rights.edit || rights.add) && <Button size="small" data-action="save-all" onClick={onSaveAll}>保存全部</Button>}
    </div>
  );
}

function Selected({ model, onRemove }: { model: TableModel; onRemove(ids: readonly string[]): void }) {
  const { store, rights, actions } = model;
  useTopic(store.topics, 'selection');
  const count = store.selection.size();
  if (count === 0) return null;
  const ids = (): string[] => store.rows.all().filter((row) => store.selection.has(row.id)).map((row) => row.id);
  return (
    <>
      {rights.copy && <Button size="small" data-action="copy-rows" disabled={actions.room() < 1} onClick={() => actions.copy(ids())}>{`复制 ${count} 行`}</Button>}
      {rights.remove && <Button size="small" danger data-action="remove-rows" onClick={() => onRemove(ids())}>{`删除 ${count} 行`}</Button>}
    </>
  );
}
