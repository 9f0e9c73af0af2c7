import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert, Button, Spin } from 'antd';
import { CameraFailure, createCodeReader, type CodeReader } from './codeReader.ts';
import './scan.css';

/** Time in ms between two readings of the picture. */
const READING_INTERVAL_MS = 200;
/** A code is reported again only if it was not read for this time in ms. */
const SAME_CODE_PAUSE_MS = 2500;
/**
 * Maximum number of readings that may fail one after the other while the page is visible. For example, readings fail
 * for a moment after a phone was locked.
 */
const MAX_FAILED_READINGS = 10;

const RETRY_HINT = '请重试，或者改用扫码枪、手工输入';
const NOT_OPENED = `摄像头没有打开，${RETRY_HINT}`;

/** Messages that explain why the camera cannot be used, by the name of the browser's error. */
const MESSAGE_BY_ERROR_NAME: Readonly<Record<string, string>> = {
  NotAllowedError: '没有使用摄像头的权限，请在浏览器的网站设置中允许后再试',
  SecurityError: '浏览器不允许本页面使用摄像头，请改用扫码枪或手工输入',
  NotFoundError: '没有找到摄像头，请改用扫码枪或手工输入',
  OverconstrainedError: '没有找到合适的摄像头，请改用扫码枪或手工输入',
  NotReadableError: '摄像头正被其他程序使用，请关闭后重试',
  AbortError: NOT_OPENED,
};

/** Opens the rear camera. Throws a `CameraFailure` with a message for the user. */
async function openCamera(): Promise<MediaStream> {
  // undefined on pages without https
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined)
    throw new CameraFailure('浏览器只允许通过 https 打开的页面使用摄像头，请改用扫码枪或手工输入');
  try {
    return await devices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } });
  } catch (error) {
    throw new CameraFailure(MESSAGE_BY_ERROR_NAME[(error as Error).name] ?? NOT_OPENED, { cause: error });
  }
}

/**
 * Shows the camera picture and calls `onCode` with each code that appears in it. A code that stays in the picture is
 * reported once (`SAME_CODE_PAUSE_MS`). After a failure the camera is off until the user tries again.
 */
export function CameraScanner({ onCode }: { onCode(text: string): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isStarted, setStarted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(1);
  const reportCode = useEffectEvent(onCode);
  useEffect(() => {
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: MediaStream | null = null;
    let reader: CodeReader | null = null;
    let lastCode = { text: '', time: 0 };
    let failedReadings = 0;
    const readPicture = async (source: CodeReader, picture: HTMLVideoElement): Promise<string | null> => {
      try {
        const text = await source.read(picture);
        failedReadings = 0;
        return text;
      } catch (error) {
        if (error instanceof CameraFailure) throw error;
        if (document.visibilityState === 'visible') failedReadings += 1;
        if (failedReadings < MAX_FAILED_READINGS) return null;
        throw new CameraFailure(`不能识别画面中的码，${RETRY_HINT}`, { cause: error });
      }
    };
    const readNext = async (): Promise<void> => {
      if (isStopped || reader === null || video.current === null) return;
      const text = await readPicture(reader, video.current);
      if (isStopped) return;
      const isSame = text === lastCode.text && Date.now() - lastCode.time < SAME_CODE_PAUSE_MS;
      if (text !== null) lastCode = { text, time: Date.now() };
      if (text !== null && !isSame) {
        navigator.vibrate?.(60);
        reportCode(text);
      }
      timer = setTimeout(() => void readNext().catch(fail), READING_INTERVAL_MS);
    };
    const stop = (): void => {
      isStopped = true;
      clearTimeout(timer);
      release();
    };
    const fail = (error: unknown): void => {
      if (isStopped) return;
      stop();
      setFailure(error instanceof CameraFailure ? error.message : NOT_OPENED);
    };
    const start = async (): Promise<void> => {
      stream = await openCamera();
      if (isStopped) return release();
      reader = await createCodeReader();
      if (isStopped || video.current === null) return release();
      stream
        .getVideoTracks()
        .forEach((track) => track.addEventListener('ended', () => fail(new CameraFailure('摄像头已断开，请重试'))));
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
    return stop;
  }, [attempt]);
  if (failure !== null) {
    const retry = (): void => {
      setFailure(null);
      setStarted(false);
      setAttempt(attempt + 1);
    };
    const action = (
      <Button size="small" data-action="retry-camera" onClick={retry}>
        重试
      </Button>
    );
    return <Alert type="warning" showIcon role="alert" message={failure} action={action} />;
  }
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
