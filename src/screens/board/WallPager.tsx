import { LeftOutlined, PauseOutlined, PlayCircleOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { WallPages } from './useWallPages.ts';

/** Page number of a board on a wall screen, with buttons for previous page, next page and automatic page change. */
export function WallPager({ pages: { page, pageCount, isAutoPaging, go, setAutoPaging } }: { pages: WallPages }) {
  if (pageCount < 2) return null;
  return (
    <span className="sc-dash-pages">
      <Button
        size="small"
        icon={<LeftOutlined />}
        title="上一屏"
        aria-label="上一屏"
        data-action="previousWallPage"
        onClick={() => go(-1)}
      />
      <span data-wall-page>
        {page + 1} / {pageCount}
      </span>
      <Button
        size="small"
        icon={<RightOutlined />}
        title="下一屏"
        aria-label="下一屏"
        data-action="nextWallPage"
        onClick={() => go(1)}
      />
      <Button
        size="small"
        icon={isAutoPaging ? <PauseOutlined /> : <PlayCircleOutlined />}
        title={isAutoPaging ? '停止轮播' : '自动轮播'}
        aria-label={isAutoPaging ? '停止轮播' : '自动轮播'}
        aria-pressed={isAutoPaging}
        data-action="turnWall"
        onClick={() => setAutoPaging(!isAutoPaging)}
      />
    </span>
  );
}
