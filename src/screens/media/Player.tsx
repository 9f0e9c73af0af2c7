import { Button, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { allowedOrigins } from '../../runtime/host/allowedOrigins.ts';
import { readFrameLink } from '../../runtime/host/frameLink.ts';
import { isHls } from './playback.ts';

type State = 'waiting' | 'playing' | 'failed';

/** Milliseconds without playback after which the video counts as failed. */
const PATIENCE = 20_000;
/** Retry delay in milliseconds; doubled with each further failure, up to `LONGEST`. */
const AGAIN = 5_000;
const LONGEST = 60_000;

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
  // how often in a row it failed
  const [failures, setFailures] = useState(0);
  const link = readFrameLink(address, window.location.href, allowedOrigins('media-origins'));
  const source = link.kind === 'frame' ? link.src : null;
  useEffect(() => {
    if (!video.current || source === null) return undefined;
    setState('waiting');
    return play(video.current, source, () => setState('failed'));
  }, [source, turn]);
  useEffect(() => {
    if (source === null || state === 'playing') return undefined;
    if (state === 'waiting') {
      const late = setTimeout(() => setState('failed'), PATIENCE);
      return () => clearTimeout(late);
    }
    const next = setTimeout(
      () => {
        setFailures((before) => before + 1);
        setTurn((before) => before + 1);
      },
      Math.min(LONGEST, AGAIN * 2 ** failures),
    );
    return () => clearTimeout(next);
  }, [source, state, failures]);
  const shown = (): void => {
    setState('playing');
    setFailures(0);
  };
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
          onPlaying={shown}
          // also when paused, or where the browser does not start playback by itself
          onCanPlay={({ currentTarget: { readyState, HAVE_FUTURE_DATA } }) => {
            if (readyState >= HAVE_FUTURE_DATA) shown();
          }}
          onWaiting={() => setState('waiting')}
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
          <span>视频中断，稍后自动重连</span>
          <Button size="small" onClick={() => setTurn((before) => before + 1)}>
            立即重连
          </Button>
        </div>
      ) : null}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
