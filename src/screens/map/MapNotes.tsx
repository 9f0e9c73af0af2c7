import { Button } from 'antd';
import { messageOf } from '../shared/messages.ts';
import type { Load } from '../shared/useLoad.ts';
import type { AreaOutline } from './outline.ts';

interface Props {
  outline: { load: Load<AreaOutline>; reload(): void };
  /** Why the map is empty; '': it is not. */
  empty: string;
  /** Groups that belong to no area of the map. */
  elsewhere: number;
  /** Points without a place on earth. */
  placeless: number;
  pointError: unknown;
}

/** What the picture cannot say: figures of no area on it, points without a place, and whose outlines these are. */
export function MapNotes({ outline: { load, reload }, empty, elsewhere, placeless, pointError }: Props) {
  const approval = load.value?.approvalNumber;
  const said = [
    empty,
    elsewhere > 0 ? `另有 ${elsewhere} 组不在图上，见表格` : '',
    placeless > 0 ? `${placeless} 处没有经纬度，未标出` : '',
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
      {said.length > 0 ? (
        <p className="sc-figure-note" role="note">
          {said.join('；')}
        </p>
      ) : null}
    </>
  );
}
