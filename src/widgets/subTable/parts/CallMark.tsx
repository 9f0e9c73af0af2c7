import { LoadingOutlined } from '@ant-design/icons';
import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { useTable, useTopic, type TableModel } from '../model.ts';
import type { Call } from '../store/calls.ts';

export const callOf = ({ store, isLive }: TableModel, column: CompiledColumn, row: Row): Call | undefined =>
  isLive ? store.calls.of(row.id, column.key, row.fieldsMap[column.key]) : undefined;

/** At a cell whose value is being looked up, or could not be. */
export function CallMark({
  call,
  column,
  row,
  index,
}: {
  call: Call;
  column: CompiledColumn;
  row: Row;
  index: number;
}) {
  const { store } = useTable();
  const name = `第 ${index + 1} 行${column.node.label ?? column.key}`;
  if (call.state === 'asking')
    return <LoadingOutlined className="st-asking" aria-label={`${name}：正在获取关联数据`} />;
  const text = `${call.message}，点击重试`;
  return (
    <button
      type="button"
      className="st-button st-retry"
      data-action="retry-call"
      aria-label={`${name}：${text}`}
      title={text}
      onClick={() => store.watch.retry({ rowId: row.id, column: column.key })}
    >
      重试
    </button>
  );
}

/** How many rows' linked data failed, with one press for all of them. */
export function CallsLine() {
  const { store, isLive } = useTable();
  useTopic(store.topics, 'calls');
  const failed = isLive ? store.calls.failed() : [];
  const asking = isLive ? store.calls.asking() : 0;
  if (failed.length === 0 && asking < 2) return null;
  return (
    <output className="st-calls">
      {asking > 1 && <span>{`正在获取 ${asking} 处关联数据…`}</span>}
      {failed.length > 0 && <span>{`${failed.length} 处关联数据获取失败`}</span>}
      {failed.length > 0 && (
        <button
          type="button"
          className="st-button"
          data-action="retry-calls"
          onClick={() => failed.forEach((cell) => store.watch.retry(cell))}
        >
          全部重试
        </button>
      )}
    </output>
  );
}
