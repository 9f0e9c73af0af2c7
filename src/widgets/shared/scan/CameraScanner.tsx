import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert, Spin } from 'antd';
import { failureText } from '../../../runtime/host/notice.ts';
import { createCodeReader, type CodeReader } from './codeReader.ts';
import './scan.css';

/** Time in ms between two readings of the picture. */
const INTERVAL_MS = 200;
/** Time in ms for which a code that stays in the picture counts once. */
const SAME_CODE_MS = 2500;

/** Messages why the camera cannot be used, by the name of the browser's error. */
const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: '没有使用摄像头的权限，请在浏览器的网站设置中允许后再试',
  NotFoundError: '没有找到摄像头',
  NotReadableError: '摄像头正被其他程序使用',
};

/** Opens the rear camera. Throws an error with a message for the user. */
async function openCamera(): Promise<MediaStream> {
  // browsers hide the camera from unencrypted pages
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new Error('浏览器只允许通过 https 打开的页面使用摄像头，请改用扫码枪或手工输入');
  try {
    return await devices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } });
  } catch (error) {
    throw new Error(REASONS[(error as Error).name] ?? `摄像头没有打开：${(error as Error).message}`, { cause: error });
  }
}

/**
 * Shows the camera picture and calls `onCode` with each visible code; the same code counts again after `SAME_CODE_MS`.
 */
export function CameraScanner({ onCode }: { onCode(text: string): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isStarted, setStarted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const report = useEffectEvent(onCode);
  useEffect(() => {
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: MediaStream | null = null;
    let reader: CodeReader | null = null;
    let last = { text: '', time: 0 };
    const readNext = async (): Promise<void> => {
      if (isStopped || reader === null || video.current === null) return;
      const text = await reader.read(video.current);
      const isSame = text === last.text && Date.now() - last.time < SAME_CODE_MS;
      if (text !== null) last = { text, time: Date.now() };
      if (text !== null && !isSame) {
        navigator.vibrate?.(60);
        report(text);
      }
      timer = setTimeout(() => void readNext().catch(fail), INTERVAL_MS);
    };
    const fail = (error: unknown): void => {
      if (!isStopped) setFailure(error instanceof Error ? error.message : failureText(error));
    };
    const start = async (): Promise<void> => {
      stream = await openCamera();
      reader = await createCodeReader();
      if (isStopped || video.current === null) return release();
      video.current.srcObject = stream;
      await video.current.play();
      setStarted(true);
      await readNext();
    };
    const release = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      reader?.dispose();
    };
    start().catch(fail);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      release();
    };
  }, []);
  if (failure !== null) return <Alert type="warning" showIcon role="alert" message={failure} />;
  return (
    <Spin spinning={!isStarted} tip="正在打开摄像头…">
      <div className="sf-camera">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture without sound */}
        <video ref={video} muted playsInline aria-label="摄像头画面" />
        <p>把二维码或条码放在画面中间</p>
      </div>
    </Spin>
  );
}
