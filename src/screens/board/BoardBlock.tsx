import {
  DesktopOutlined,
  FullscreenExitOutlined,
  LinkOutlined,
  PictureOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { Button, ConfigProvider } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import type { BoardNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { copyText } from '../../runtime/host/copyText.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { usePage } from '../../runtime/screen/page.ts';
import { messageOf } from '../shared/messages.ts';
import { savePicture } from '../shared/savePicture.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { BoardContext } from './boardContext.ts';
import { createRefresher } from './refresher.ts';
import { useWall } from './useWall.ts';
import { useWallPages } from './useWallPages.ts';
import { WallPager } from './WallPager.tsx';
import { PAGE_THEME, WALL_THEME } from './wallTheme.ts';
import './board.css';

/** Default interval between refreshes. */
const DEFAULT_REFRESH_SECONDS = 60;

const timeText = (refreshTime: number): string =>
  new Date(refreshTime).toLocaleTimeString('zh-CN', {
    hour12: false,
    timeZone: 'Asia/Shanghai',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

/**
 * Dashboard: blocks with figures that refresh together. Can be shown full screen (wall), saved as a picture and shared
 * as a link.
 */
export function BoardBlock({ node, path }: BlockProps<BoardNode>) {
  const { serverEvents } = useServices();
  const page = usePage();
  const headingId = useId();
  const { message } = useFeedback();
  const wall = useWall();
  const pages = useWallPages(wall.isWall, wall.scale);
  const { boardElement } = pages;
  const [refreshTime, setRefreshTime] = useState(() => Date.now());
  const [isSaving, setSaving] = useState(false);
  const seconds = node.refresh ?? DEFAULT_REFRESH_SECONDS;
  const refresher = useMemo(
    () =>
      createRefresher({
        serverEvents,
        seconds,
        isShown: () => document.visibilityState !== 'hidden' && (page?.isShown() ?? true),
        onRefreshAll: setRefreshTime,
      }),
    [serverEvents, seconds, page],
  );
  useEffect(() => refresher.start(), [refresher]);
  const board = useMemo(() => ({ refresher, scale: wall.scale }), [refresher, wall.scale]);
  const copyLink = (): void => {
    copyText(window.location.href).then(
      () => message.success('链接已复制，包含当前的筛选条件；有权查看的人可以打开'),
      () => message.warning('浏览器不允许复制，请从地址栏复制'),
    );
  };
  const exportPicture = async (): Promise<void> => {
    if (!boardElement.current) return;
    setSaving(true);
    try {
      const { renderPicture } = await import('./renderPicture.ts');
      await savePicture(await renderPicture(boardElement.current), node.title ?? '看板');
    } catch (error) {
      message.error(`未能导出图片：${messageOf(error)}`);
    } finally {
      setSaving(false);
    }
  };
  const content = (
    <section
      className="sc-dash"
      data-board={wall.isWall ? 'wall' : 'page'}
      aria-labelledby={headingId}
      style={wall.isWall ? { zoom: wall.scale } : undefined}
      ref={boardElement}
    >
      <div className="sc-dash-head">
        <h2 id={headingId}>{node.title ?? '看板'}</h2>
        <span className="sc-dash-time">更新于 {timeText(refreshTime)}</span>
        <span className="sc-dash-tools" data-picture="without">
          <WallPager pages={pages} />
          <Button
            size="small"
            icon={<ReloadOutlined />}
            title="刷新"
            aria-label="刷新"
            data-action="refreshBoard"
            onClick={refresher.refreshNow}
          />
          <Button
            size="small"
            icon={<LinkOutlined />}
            title="复制链接"
            aria-label="复制链接"
            data-action="shareBoard"
            onClick={copyLink}
          />
          <Button
            size="small"
            icon={<PictureOutlined />}
            title="导出为图片"
            aria-label="导出为图片"
            loading={isSaving}
            data-action="boardPicture"
            onClick={() => void exportPicture()}
          />
          <Button
            size="small"
            icon={wall.isWall ? <FullscreenExitOutlined /> : <DesktopOutlined />}
            title={wall.isWall ? '退出大屏（Esc）' : '大屏显示，Esc 退出'}
            data-action="wall"
            onClick={wall.isWall ? wall.leave : wall.enter}
          >
            {wall.isWall ? '退出大屏' : '大屏'}
          </Button>
        </span>
      </div>
      <NodeGrid nodes={node.children} path={childrenPath(path)} gutter={node.gutter ?? 16} />
    </section>
  );
  return (
    <BoardContext.Provider value={board}>
      <ConfigProvider theme={wall.isWall ? WALL_THEME : PAGE_THEME}>{content}</ConfigProvider>
    </BoardContext.Provider>
  );
}
