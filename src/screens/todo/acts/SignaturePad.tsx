import { Button } from 'antd';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { messageOf } from '../../shared/messages.ts';

// size of the canvas and width of the line, in pixels
const WIDTH = 480;
const HEIGHT = 160;
const LINE_WIDTH = 2.5;

/**
 * Uploads the drawn signature, unless it is already stored as a file. Returns its file id; null after a failure, whose
 * reason the pad shows.
 */
export type UploadSignature = () => Promise<string | null>;

interface Props {
  /** True if the pad must report that the signature is missing. */
  isMissing: boolean;
  isBusy: boolean;
  /** File id of an earlier signature; '' for none. */
  initialFileId?: string;
  /** Called after each change with the function that uploads the signature; null for an empty pad. */
  onSignatureChange(upload: UploadSignature | null): void;
}

/** Pad for a handwritten signature (touch, pen or mouse). The picture is uploaded when the dialog is confirmed. */
export function SignaturePad({ isMissing, isBusy, initialFileId = '', onSignatureChange }: Props) {
  const services = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  // true if the user has drawn a line since the pad was last cleared; `isDrawn` is also true for a loaded signature. A
  // ref, because the pen may be lifted before the next render
  const hasLine = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) * (WIDTH / box.width), (clientY - box.top) * (HEIGHT / box.height)];
  };
  const beginLine = (event: PointerEvent<HTMLCanvasElement>): void => {
    const context = event.currentTarget.getContext('2d');
    if (!context || isBusy) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    context.lineWidth = LINE_WIDTH;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    // a fixed dark colour in every theme, because the signature is printed on paper
    context.strokeStyle = '#1f2937';
    context.beginPath();
    context.moveTo(...pointOf(event));
  };
  const extendLine = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const context = event.currentTarget.getContext('2d');
    context?.lineTo(...pointOf(event));
    context?.stroke();
    hasLine.current = true;
    setDrawn(true);
  };
  const endLine = (): void => {
    setFailure(null);
    if (hasLine.current) onSignatureChange(createUpload());
  };
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    hasLine.current = false;
    setDrawn(false);
    setFailure(null);
    onSignatureChange(null);
  };
  /** Draws the signature stored in the user's profile. */
  const drawStoredSignature = async (): Promise<void> => {
    try {
      const profile = (await services.request({ url: '/system/sys/user/profile', method: 'GET', params: {} })) as {
        signature?: string;
      } | null;
      const id = profile?.signature ?? '';
      if (id === '') {
        setFailure('您还没有保存签名，可在“个人中心”的基本资料中上传');
        return;
      }
      await drawFile(id);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  /**
   * Draws a signature stored as a file; confirming the dialog uses that file. `isSuperseded`: returns true if the user
   * has begun to draw another signature.
   */
  const drawFile = async (id: string, isSuperseded = (): boolean => false): Promise<void> => {
    const [file] = await services.files.byIds([id]);
    if (!file) throw new ServiceError('FILE_FAILED', '签名图片已不存在，请重新签名');
    const blob = await services.files.content?.(file);
    const picture = blob ? await createImageBitmap(blob) : null;
    if (isSuperseded()) return;
    clear();
    const context = canvas.current?.getContext('2d');
    if (picture && context) {
      const scale = Math.min(WIDTH / picture.width, HEIGHT / picture.height);
      const [width, height] = [picture.width * scale, picture.height * scale];
      context.drawImage(picture, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
    }
    setDrawn(true);
    onSignatureChange(() => Promise.resolve(id));
  };
  useEffect(() => {
    if (initialFileId !== '')
      drawFile(initialFileId, () => hasLine.current).catch((error: unknown) => setFailure(messageOf(error)));
    // oxlint-disable-next-line react/exhaustive-deps -- the earlier signature is drawn once
  }, [initialFileId]);
  /** Returns a function that uploads the current drawing; repeated calls of it reuse the uploaded file. */
  const createUpload = (): UploadSignature => {
    let runningUpload: Promise<string> | null = null;
    return async () => {
      try {
        return await (runningUpload ??= uploadPicture());
      } catch (error) {
        runningUpload = null;
        setFailure(messageOf(error));
        return null;
      }
    };
  };
  const uploadPicture = async (): Promise<string> => {
    const blob = await new Promise<Blob | null>((resolve) => {
      if (canvas.current) canvas.current.toBlob(resolve, 'image/png');
      else resolve(null);
    });
    if (!blob) throw new ServiceError('FILE_FAILED', '签名未能保存，请重新签名');
    return (await services.files.upload(new File([blob], '手写签名.png', { type: 'image/png' }))).id;
  };
  return (
    <div className="sc-act-field" data-field="signature">
      <span>手写签名（必填）</span>
      <canvas
        ref={canvas}
        className="sc-signature"
        width={WIDTH}
        height={HEIGHT}
        aria-label={isDrawn ? '手写签名，已签' : '手写签名区，请用手指、触控笔或鼠标书写'}
        onPointerDown={beginLine}
        onPointerMove={extendLine}
        onPointerUp={endLine}
        onPointerCancel={endLine}
      />
      <div className="sc-phrases">
        <Button size="small" onClick={clear} disabled={!isDrawn || isBusy} data-action="clear-signature">
          重签
        </Button>
        <Button size="small" onClick={() => void drawStoredSignature()} disabled={isBusy} data-action="own-signature">
          用我的签名
        </Button>
      </div>
      {isMissing || failure !== null ? (
        <span className="sc-error" role="alert">
          {failure ?? '请在框内签名'}
        </span>
      ) : null}
    </div>
  );
}
