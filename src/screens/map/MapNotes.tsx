import { Button } from 'antd';
import { messageOf } from '../shared/messages.ts';
import type { Load } from '../shared/useLoad.ts';
import type { AreaOutline } from './outline.ts';

interface Props {
  outline: { load: Load<AreaOutline>; reload(): void };
  /** Reason why the map is empty; '' if it is not empty. */
  emptyReason: string;
  /** Number of groups that belong to no area of the map. */
  unmatchedCount?: number;
  /** Number of points without valid coordinates. */
  invalidPointCount?: number;
  /** Numbers of shown and of all points; null if all points are shown. */
  pointCounts?: { shown: number; total: number; isEstimate?: boolean } | null;
  /** Why the points could not be loaded. */
  pointError?: unknown;
}

/**
 * Notes below a map: why it is empty, groups outside its areas, points that are not shown, errors, and the approval
 * number (审图号) of the outline.
 */
export function MapNotes({
  outline: { load, reload },
  emptyReason,
  unmatchedCount = 0,
  invalidPointCount = 0,
  pointCounts = null,
  pointError,
}: Props) {
  const approval = load.value?.approvalNumber;
  const notes = [
    emptyReason,
    unmatchedCount > 0 ? `另有 ${unmatchedCount} 组不在图上，见表格` : '',
    invalidPointCount > 0 ? `${invalidPointCount} 处没有经纬度，未标出` : '',
    pointCounts
      ? `只标出前 ${pointCounts.shown} 处，${pointCounts.isEstimate ? '约' : '共'} ${pointCounts.total} 处`
      : '',
    pointError === undefined ? '' : `点未能取得：${messageOf(pointError)}`,
    approval === undefined ? '' : approval === '' ? '示意图，仅供内部使用' : `审图号：${approval}`,
  ].filter((text) => text !== '');
  return (
    <>
      {load.state === 'error' ? (
        <p className="sc-figure-note" role="alert">
          地图边界未能取得：{messageOf(load.error)}
          <Button type="link" size="small" onClick={reload}>
            重试
          </Button>
        </p>
      ) : null}
      {notes.length > 0 ? (
        <p className="sc-figure-note" role="note">
          {notes.join('；')}
        </p>
      ) : null}
    </>
  );
}
