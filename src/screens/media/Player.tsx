import { Button, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { allowedOrigins } from '../../runtime/host/allowedOrigins.ts';
import { readFrameLink } from '../../runtime/host/frameLink.ts';
import { isHls } from './playback.ts';

type State = 'waiting' | 'playing' | 'failed';

/** Lets a video element play an address; answers what ends it. HLS goes through a library where the browser cannot play it itself. */
function play(video: HTMLVideoElement, address: string, onFailed: () => void): () => void {
  let isEnded = false;
  let end = (): void => undefined;
  if (isHls(address) && video.canPlayType('application/vnd.apple.mpegurl') === '')
    void import('hls.js').then(({ default: Hls }) => {
      if (isEnded) return;
      if (!Hls.isSupported()) return onFailed();
      // workers made of texts are not the page's own scripts
      const hls = new Hls({ enableWorker: false });
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) onFailed();
      });
      hls.loadSource(address);
      hls.attachMedia(video);
      end = () => hls.destroy();
    }, onFailed);
  else video.src = address;
  return () => {
    isEnded = true;
    end();
    video.removeAttribute('src');
    video.load();
  };
}

/** One picture of a wall: playing, connecting, failed with a way to try again, or not allowed, which says why. */
export function Player({ name, address }: { name: string; address: string | null }) {
  const { user } = useSituation();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>('waiting');
  const [turn, setTurn] = useState(0);
  const link = readFrameLink(address, window.location.href, allowedOrigins('media-origins'));
  const source = link.kind === 'frame' ? link.src : null;
  useEffect(() => {
    if (!video.current || source === null) return undefined;
    setState('waiting');
    return play(video.current, source, () => setState('failed'));
  }, [source, turn]);
  const said =
    address === null
      ? '没有回放地址'
      : link.kind === 'missing'
        ? '没有视频地址'
        : link.kind === 'refused'
          ? isAdministrator(user)
            ? `视频网站 ${link.origin} 未获准。请在服务器设置 MEDIA_ORIGINS 中加入它，重启后生效。`
            : '这个视频网站尚未获准在平台内播放'
          : null;
  return (
    <figure className="sc-video" data-video={said === null ? state : 'none'}>
      {source === null ? null : (
        <video
          ref={video}
          aria-label={name}
          muted
          autoPlay
          playsInline
          controls
          onPlaying={() => setState('playing')}
          onError={() => setState('failed')}
        />
      )}
      {said !== null ? <p className="sc-video-said">{said}</p> : null}
      {said === null && state === 'waiting' ? (
        <output className="sc-video-said" aria-label="正在连接">
          <Spin />
        </output>
      ) : null}
      {said === null && state === 'failed' ? (
        <div className="sc-video-said" role="alert">
          <span>视频无法播放</span>
          <Button size="small" onClick={() => setTurn((before) => before + 1)}>
            重试
          </Button>
        </div>
      ) : null}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
