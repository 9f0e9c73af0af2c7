import { Button } from 'antd';
import { PlusOutlined, RedoOutlined, SyncOutlined, UndoOutlined } from '@ant-design/icons';
import { rowLimit, rowAddMethods } from '../../../rules/tables.ts';
import { hasTopButton } from '../../../rules/topButtons.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import { DataTools } from '../data/DataTools.tsx';
import { copyRows } from '../copyRows.ts';
import { useTable, useTopic, type TableModel } from '../model.ts';
import { mayUpdateFills } from '../watch/updateFills.ts';
import { SelectionSums } from './SelectionSums.tsx';
import { FindBar } from './FindBar.tsx';

interface Props {
  onAdd(): void;
  /** 保存全部 (SL-002). */
  onSaveAll(): void;
  /** Makes the rows editable again after 保存全部; null while they are editable. */
  onResume: (() => void) | null;
  /** Loads the default rows again. */
  onRefresh(): void;
  /** Loads the rows of the chosen record again; null if no relation fills the table or the person may not do it now. */
  onRefill: (() => void) | null;
}

/** Toolbar above the rows: 添加, the configured buttons, actions on selected rows, undo and redo, 保存全部. */
export function Toolbar({ onAdd, onSaveAll, onResume, onRefresh, onRefill }: Props) {
  const model = useTable();
  const { store, rights, isEditMode, table, actions, remove } = model;
  const isNarrow = useIsNarrowerThan(PHONE_WIDTH);
  useTopic(store.topics, 'history');
  useTopic(store.topics, 'structure');
  const dataTools = <DataTools toolbarHandlers={{ add: onAdd, saveAll: onSaveAll, refresh: onRefresh }} />;
  if (!isEditMode) {
    return onResume === null ? null : (
      <div className="st-toolbar">
        <Button size="small" data-action="edit-rows" onClick={onResume}>
          继续编辑
        </Button>
        {dataTools}
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
      {onRefill && <RefillButton onRefill={onRefill} />}
      {isNarrow && <UpdateFillsButtons model={model} />}
      {dataTools}
      <SelectionButtons model={model} onRemove={remove} />
      <span className="st-space" />
      <SelectionSums />
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

/** The buttons 更新带出 of the relations that fill other columns. On a wide screen the column menu has this command. */
function UpdateFillsButtons({ model }: { model: TableModel }) {
  return model.layout
    .map(({ column }) => column)
    .filter((column) => mayUpdateFills(model, column))
    .map((column) => (
      <Button
        key={column.key}
        size="small"
        data-action="update-fills"
        onClick={() => model.openFillChangesDialog(column)}
      >
        {`更新“${column.node.label || column.key}”带出`}
      </Button>
    ));
}

/** The button 重新带出 of a table that a relation fills. */
export function RefillButton({ onRefill }: { onRefill(): void }) {
  return (
    <Button size="small" icon={<SyncOutlined />} data-action="refill" title="带出所选记录现在的明细" onClick={onRefill}>
      重新带出
    </Button>
  );
}

function SelectionButtons({ model, onRemove }: { model: TableModel; onRemove(ids: readonly string[]): void }) {
  const { store, rights, actions } = model;
  useTopic(store.topics, 'selection');
  if (store.selection.size() === 0) return null;
  const selectedIds = (): string[] =>
    store.rows
      .all()
      .filter((row) => store.selection.has(row.id))
      .map((row) => row.id);
  return (
    <>
      {rights.copy && selectedIds().some(actions.mayCopy) && (
        <Button
          size="small"
          data-action="copy-rows"
          disabled={actions.remainingRows() < 1}
          onClick={() => copyRows(model, selectedIds())}
        >{`复制 ${selectedIds().filter(actions.mayCopy).length} 行`}</Button>
      )}
      {rights.remove && selectedIds().some(actions.mayRemove) && (
        <Button
          size="small"
          danger
          data-action="remove-rows"
          onClick={() => onRemove(selectedIds())}
        >{`删除 ${selectedIds().filter(actions.mayRemove).length} 行`}</Button>
      )}
    </>
  );
}
