import { Button, DatePicker, Empty, Pagination, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import type { VideoNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { Failure } from '../shared/Failure.tsx';
import { usePlaceholderValues } from '../related/usePlaceholderValues.ts';
import { fillCondition, fixedConditions } from '../shared/fixedConditions.ts';
import { useLoad } from '../shared/useLoad.ts';
import { Player } from './Player.tsx';
import { playbackAddress, type Camera } from './playback.ts';
import '../screens.css';
import './media.css';

/** Choices for the number of simultaneously shown videos. */
const VIDEOS_PER_PAGE_CHOICES = [1, 4, 9, 16];
/** Default height, in pixels. */
const DEFAULT_HEIGHT = 560;
/** Maximum number of cameras loaded from records. */
const MAX_CAMERAS = 200;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A wall of videos, live or recorded. Only the videos of the current page are played. */
export function VideoBlock({ node }: BlockProps<VideoNode>) {
  const services = useServices();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [videosPerPage, setVideosPerPage] = useState<number>(node.screens ?? 4);
  const [requestedPage, setPage] = useState(1);
  const [playbackRange, setPlaybackRange] = useState<readonly [Date, Date] | null>(null);
  const { from } = node;
  const placeholders = usePlaceholderValues(from?.fixedQuery);
  const { load, reload } = useLoad(async (): Promise<{ recordCameras: Camera[]; total: number }> => {
    if (!from) return { recordCameras: [], total: 0 };
    const { list, total } = await services.records.list(from.formKey, {
      page: { pageNum: 1, pageSize: MAX_CAMERAS },
      conditions: fixedConditions(from.fixedQuery).map((condition) => fillCondition(condition, placeholders)),
    });
    const recordCameras = list
      .map(({ fieldsMap }) => ({
        name: textOf(fieldsMap[from.name]) || '未命名',
        url: textOf(fieldsMap[from.url]),
        ...(from.playback ? { playback: textOf(fieldsMap[from.playback]) } : {}),
      }))
      // omits cameras without an address
      .filter(({ url }) => url !== '');
    return { recordCameras, total };
  }, [services, from, placeholders]);
  const cameras: readonly Camera[] = [...(node.cameras ?? []), ...(load.value?.recordCameras ?? [])];
  const title = node.title ?? '视频';
  // after a reload there may be fewer pages
  const page = Math.max(1, Math.min(requestedPage, Math.ceil(cameras.length / videosPerPage)));
  const firstIndex = (page - 1) * videosPerPage;
  const visibleCameras = cameras.slice(firstIndex, firstIndex + videosPerPage);
  // fewer columns and rows for few cameras, so that a single camera fills the wall
  const columns = Math.min(isPhone ? 2 : 4, Math.sqrt(videosPerPage), Math.ceil(Math.sqrt(cameras.length)));
  const rows = Math.min(columns, Math.ceil(cameras.length / columns));
  const canPlayBack = cameras.some(({ playback }) => playback);
  const isEmpty = load.state === 'ready' && cameras.length === 0;
  return (
    <section
      className="sc-panel"
      aria-label={title}
      aria-busy={load.state === 'loading'}
      data-video-wall={isEmpty ? 'empty' : 'filled'}
    >
      <div className="sc-panel-head sc-video-head">
        <h3>{title}</h3>
        {canPlayBack ? (
          <span className="sc-video-time">
            <DatePicker.RangePicker
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              aria-label="回放时间"
              placeholder={['回放开始', '回放结束']}
              onChange={(times) =>
                setPlaybackRange(times?.[0] && times[1] ? [times[0].toDate(), times[1].toDate()] : null)
              }
              {...(playbackRange ? {} : { value: null })}
            />
            {playbackRange ? (
              <Button size="small" onClick={() => setPlaybackRange(null)}>
                回到直播
              </Button>
            ) : null}
          </span>
        ) : null}
        {isEmpty ? null : (
          <Segmented
            aria-label="画面数"
            options={VIDEOS_PER_PAGE_CHOICES.map((value) => ({ value, label: `${value} 画面` }))}
            value={videosPerPage}
            onChange={(value) => {
              setVideosPerPage(value);
              // keeps the first visible video visible
              setPage(Math.floor(firstIndex / value) + 1);
            }}
          />
        )}
      </div>
      {load.state === 'error' ? <Failure error={load.error} title="视频清单加载失败" onRetry={reload} /> : null}
      {load.state === 'loading' && cameras.length === 0 ? <Skeleton active /> : null}
      {isEmpty ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={node.empty ?? '没有可看的视频'} /> : null}
      {visibleCameras.length > 0 ? (
        <div
          className="sc-video-wall"
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            ...(isPhone
              ? {}
              : { height: node.height ?? DEFAULT_HEIGHT, gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))` }),
          }}
        >
          {visibleCameras.map((camera, index) => (
            <Player
              key={`${firstIndex + index} ${camera.name}`}
              name={camera.name}
              address={
                playbackRange
                  ? playbackAddress(camera, playbackRange[0], playbackRange[1], node.timeFormat ?? 'iso')
                  : camera.url
              }
            />
          ))}
        </div>
      ) : null}
      {(load.value?.total ?? 0) > MAX_CAMERAS ? (
        <p className="sc-note">
          登记的视频共 {load.value?.total} 路，只显示前 {MAX_CAMERAS} 路。
        </p>
      ) : null}
      {cameras.length > videosPerPage ? (
        <Pagination
          className="sc-video-pages"
          size="small"
          current={page}
          pageSize={videosPerPage}
          total={cameras.length}
          showSizeChanger={false}
          showTotal={(total) => `共 ${total} 路`}
          onChange={setPage}
        />
      ) : null}
    </section>
  );
}
