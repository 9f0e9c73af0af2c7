import { LoadingOutlined } from '@ant-design/icons';
import { revertText } from '../data/ReplaceDialog.tsx';
import type { DefaultRows } from '../useDefaultRows.ts';

/**
 * State of the call for default rows: running, or failed with buttons to retry or dismiss (SL-004, SL-007).
 * `isFilledByRelation`: the rows are filled from a record that the user has chosen.
 */
export function DefaultRowsLine({
  isLoading,
  failedLoad,
  revert,
  dismiss,
  rowCount,
  isFilledByRelation,
}: Pick<DefaultRows, 'isLoading' | 'failedLoad' | 'revert' | 'dismiss'> & {
  rowCount: number;
  isFilledByRelation: boolean;
}) {
  const contentName = isFilledByRelation ? '所选记录的明细' : '默认数据';
  if (isLoading)
    return (
      <output className="st-calls">
        <LoadingOutlined />
        {`正在加载${contentName}…`}
      </output>
    );
  if (failedLoad === null) return null;
  const { message, isOutdated, retry, giveUp } = failedLoad;
  return (
    <div role="alert" className="st-calls st-failed">
      <span>
        {isOutdated && rowCount > 0
          ? `${contentName}没有更新，表中仍是原来的数据：${message}`
          : `${contentName}加载失败：${message}`}
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
      {!isOutdated && (
        <button type="button" className="st-button" data-action="dismiss-failure" onClick={dismiss}>
          关闭
        </button>
      )}
    </div>
  );
}
