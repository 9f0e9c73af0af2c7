import { LoadingOutlined } from '@ant-design/icons';
import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { useTable, useTopic, type TableModel } from '../model.ts';
import type { CellCall } from '../store/calls.ts';

/** Returns the call that the current value of a cell caused; undefined without a call and in a read-only table. */
export const callOf = ({ store, isEditMode }: TableModel, column: CompiledColumn, row: Row): CellCall | undefined =>
  isEditMode ? store.calls.callOf(row.id, column.key, row.fieldsMap[column.key]) : undefined;

/** Mark in a cell whose value caused a call: an icon while the call is running, a button 重试 after a failure. */
export function CallMark({
  call,
  column,
  row,
  index,
}: {
  call: CellCall;
  column: CompiledColumn;
  row: Row;
  index: number;
}) {
  const { store } = useTable();
  const cellName = `第 ${index + 1} 行${column.node.label ?? column.key}`;
  if (call.state === 'asking')
    return <LoadingOutlined className="st-asking" aria-label={`${cellName}：正在获取关联数据`} />;
  const text = `${call.message}，点击重试`;
  return (
    <button
      type="button"
      className="st-button st-retry"
      data-action="retry-call"
      aria-label={`${cellName}：${text}`}
      title={text}
      onClick={() => store.watch.retry({ rowId: row.id, column: column.key })}
    >
      重试
    </button>
  );
}

/**
 * Numbers of running calls (from two on) and of failed calls, with a button that repeats all failed calls. Renders
 * nothing if there are none.
 */
export function CallsLine() {
  const { store, isEditMode } = useTable();
  useTopic(store.topics, 'calls');
  const failedCells = isEditMode ? store.calls.failedCells() : [];
  const runningCount = isEditMode ? store.calls.runningCount() : 0;
  if (failedCells.length === 0 && runningCount < 2) return null;
  return (
    <output className="st-calls">
      {runningCount > 1 && <span>{`正在获取 ${runningCount} 处关联数据…`}</span>}
      {failedCells.length > 0 && <span>{`${failedCells.length} 处关联数据获取失败`}</span>}
      {failedCells.length > 0 && (
        <button
          type="button"
          className="st-button"
          data-action="retry-calls"
          onClick={() => failedCells.forEach((cell) => store.watch.retry(cell))}
        >
          全部重试
        </button>
      )}
    </output>
  );
}
