import { Button, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { allowedOrigins } from '../../runtime/host/allowedOrigins.ts';
import { readFrameLink } from '../../runtime/host/frameLink.ts';
import { isHls } from './playback.ts';

type State = 'waiting' | 'playing' | 'failed';

/** Time in ms without playback after which the video counts as failed. */
const TIMEOUT_MS = 20_000;
/** Retry delay in ms; doubled with each further failure, up to the maximum. */
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/**
 * Plays an address in a video element; returns the stop function. If the browser does not support HLS natively, uses a
 * library.
 */
function play(video: HTMLVideoElement, address: string, onFailed: () => void): () => void {
  let isStopped = false;
  let destroyPlayer = (): void => undefined;
  if (isHls(address) && video.canPlayType('application/vnd.apple.mpegurl') === '')
    void import('hls.js').then(({ default: Hls }) => {
      if (isStopped) return;
      if (!Hls.isSupported()) return onFailed();
      // the content security policy forbids workers from blob URLs
      const hls = new Hls({ enableWorker: false });
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) onFailed();
      });
      hls.loadSource(address);
      hls.attachMedia(video);
      destroyPlayer = () => hls.destroy();
    }, onFailed);
  else video.src = address;
  return () => {
    isStopped = true;
    destroyPlayer();
    video.removeAttribute('src');
    video.load();
  };
}

/** One video of a video wall: playing, connecting, failed (with retry), or not playable (with the reason). */
export function Player({ name, address }: { name: string; address: string | null }) {
  const { user } = useSituation();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>('waiting');
  const [attempt, setAttempt] = useState(0);
  // number of consecutive failures
  const [failureCount, setFailureCount] = useState(0);
  const link = readFrameLink(address, window.location.href, allowedOrigins('media-origins'));
  const source = link.kind === 'frame' ? link.src : null;
  useEffect(() => {
    if (!video.current || source === null) return undefined;
    setState('waiting');
    return play(video.current, source, () => setState('failed'));
  }, [source, attempt]);
  useEffect(() => {
    if (source === null || state === 'playing') return undefined;
    if (state === 'waiting') {
      const timer = setTimeout(() => setState('failed'), TIMEOUT_MS);
      return () => clearTimeout(timer);
    }
    const timer = setTimeout(
      () => {
        setFailureCount((before) => before + 1);
        setAttempt((before) => before + 1);
      },
      Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failureCount),
    );
    return () => clearTimeout(timer);
  }, [source, state, failureCount]);
  const onPlaying = (): void => {
    setState('playing');
    setFailureCount(0);
  };
  const refusalText = (): string | null => {
    if (address === null) return '没有回放地址';
    if (link.kind === 'missing') return '没有视频地址';
    if (link.kind !== 'refused') return null;
    return isAdministrator(user)
      ? `视频网站 ${link.origin} 未获准。请在服务器设置 MEDIA_ORIGINS 中加入它，重启后生效。`
      : '这个视频网站尚未获准在平台内播放';
  };
  const refusal = refusalText();
  return (
    <figure className="sc-video" data-video={refusal === null ? state : 'none'}>
      {source === null ? null : (
        <video
          ref={video}
          aria-label={name}
          muted
          autoPlay
          playsInline
          controls
          onPlaying={onPlaying}
          // a paused video, and one that the browser does not start automatically, also count as playing
          onCanPlay={({ currentTarget: { readyState, HAVE_FUTURE_DATA } }) => {
            if (readyState >= HAVE_FUTURE_DATA) onPlaying();
          }}
          onWaiting={() => setState('waiting')}
          onError={() => setState('failed')}
        />
      )}
      {refusal !== null ? <p className="sc-video-said">{refusal}</p> : null}
      {refusal === null && state === 'waiting' ? (
        <output className="sc-video-said" aria-label="正在连接">
          <Spin />
        </output>
      ) : null}
      {refusal === null && state === 'failed' ? (
        <div className="sc-video-said" role="alert">
          <span>视频中断，稍后自动重连</span>
          <Button size="small" onClick={() => setAttempt((before) => before + 1)}>
            立即重连
          </Button>
        </div>
      ) : null}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
