import { LoadingOutlined } from '@ant-design/icons';
import { revertText } from '../data/ReplaceDialog.tsx';
import type { DefaultRows } from '../useDefaultRows.ts';

/** State of the call for default rows: running, or failed with 重试 (SL-004, SL-007). */
export function DefaultRowsLine({
  isLoading,
  failedLoad,
  revert,
  rowCount,
}: Pick<DefaultRows, 'isLoading' | 'failedLoad' | 'revert'> & { rowCount: number }) {
  if (isLoading)
    return (
      <output className="st-calls">
        <LoadingOutlined />
        正在加载默认数据…
      </output>
    );
  if (failedLoad === null) return null;
  const { message, isOutdated, retry, giveUp } = failedLoad;
  return (
    <div role="alert" className="st-calls st-failed">
      <span>
        {isOutdated && rowCount > 0
          ? `默认数据没有更新，表中仍是原来的数据：${message}`
          : `默认数据加载失败：${message}`}
      </span>
      <button type="button" className="st-button" data-action="retry-default-rows" onClick={retry}>
        重试
      </button>
      {isOutdated && revert !== null && rowCount > 0 && (
        <button type="button" className="st-button" data-action="revert-choice" onClick={revert.run}>
          {revertText(revert.label)}
        </button>
      )}
      {isOutdated && giveUp !== null && (
        <button type="button" className="st-button" data-action="keep-rows" onClick={giveUp}>
          {rowCount > 0 ? '保留原来的数据' : '不加载'}
        </button>
      )}
    </div>
  );
}
