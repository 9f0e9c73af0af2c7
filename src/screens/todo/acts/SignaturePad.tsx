import { Button } from 'antd';
import { useRef, useState, type PointerEvent } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { messageOf } from '../../shared/messages.ts';

const WIDTH = 480;
const HEIGHT = 160;
const PEN = 2.5;

/** Keeps what is drawn as a picture, once, and answers its file; null: it could not be kept, which the pad says. */
export type KeepSignature = () => Promise<string | null>;

interface Props {
  isMissing: boolean;
  isBusy: boolean;
  /** null: nothing is drawn. */ onDrawn(keep: KeepSignature | null): void;
}

/** A handwritten signature: drawn with finger, pen or mouse, kept as a picture when the opinion is given. */
export function SignaturePad({ isMissing, isBusy, onDrawn }: Props) {
  const services = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  // at once: the pen may be lifted before the page is drawn again
  const hasLine = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  const at = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) * (WIDTH / box.width), (clientY - box.top) * (HEIGHT / box.height)];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    const pen = event.currentTarget.getContext('2d');
    if (!pen || isBusy) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pen.lineWidth = PEN;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    // on paper, whatever the page's colours are
    pen.strokeStyle = '#1f2937';
    pen.beginPath();
    pen.moveTo(...at(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pen = event.currentTarget.getContext('2d');
    pen?.lineTo(...at(event));
    pen?.stroke();
    hasLine.current = true;
    setDrawn(true);
  };
  const lift = (): void => {
    setFailure(null);
    if (hasLine.current) onDrawn(keeper());
  };
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    hasLine.current = false;
    setDrawn(false);
    setFailure(null);
    onDrawn(null);
  };
  /** Takes the signature that stands in the own page, drawn as it is. */
  const takeOwn = async (): Promise<void> => {
    try {
      const own = (await services.request({ url: '/system/sys/user/profile', method: 'GET', params: {} })) as {
        signature?: string;
      } | null;
      const id = own?.signature ?? '';
      if (id === '') {
        setFailure('您还没有保存签名，可在“个人中心”的基本资料中上传');
        return;
      }
      const [file] = await services.files.byIds([id]);
      const blob = file ? await services.files.content?.(file) : undefined;
      clear();
      const pen = canvas.current?.getContext('2d');
      if (blob && pen) {
        const picture = await createImageBitmap(blob);
        const scale = Math.min(WIDTH / picture.width, HEIGHT / picture.height);
        const [width, height] = [picture.width * scale, picture.height * scale];
        pen.drawImage(picture, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
      }
      setDrawn(true);
      onDrawn(() => Promise.resolve(id));
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  /** Of what is drawn now: a second try, as after a refused step, takes the file that is there. */
  const keeper = (): KeepSignature => {
    let kept: Promise<string> | null = null;
    return async () => {
      try {
        return await (kept ??= keepPicture());
      } catch (error) {
        kept = null;
        setFailure(messageOf(error));
        return null;
      }
    };
  };
  const keepPicture = async (): Promise<string> => {
    const blob = await new Promise<Blob | null>((done) => {
      if (canvas.current) canvas.current.toBlob(done, 'image/png');
      else done(null);
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
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={lift}
        onPointerCancel={lift}
      />
      <div className="sc-phrases">
        <Button size="small" onClick={clear} disabled={!isDrawn || isBusy} data-action="clear-signature">
          重签
        </Button>
        <Button size="small" onClick={() => void takeOwn()} disabled={isBusy} data-action="own-signature">
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
