import { Button } from 'antd';
import { useRef, useState, type PointerEvent } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { messageOf } from '../../shared/messages.ts';

const WIDTH = 480;
const HEIGHT = 160;
const PEN = 2.5;

interface Props { isRequired: boolean; isMissing: boolean; isSigned: boolean; onSigned(fileId: string): void; onCleared(): void }

/** A handwritten signature: drawn with finger, pen or mouse, kept as a picture. */
export function SignaturePad({ isRequired, isMissing, isSigned, onSigned, onCleared }: Props) {
  const services = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const at = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) * (WIDTH / box.width), (clientY - box.top) * (HEIGHT / box.height)];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    const pen = event.currentTarget.getContext('2d');
    if (!pen || isSigned) return;
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
    setDrawn(true);
  };
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    setDrawn(false);
    onCleared();
  };
  const keep = (): void => {
    setBusy(true);
    setFailure(null);
    canvas.current?.toBlob((blob) => {
      if (!blob) return;
      services.files.upload(new File([blob], '手写签名.png', { type: 'image/png' }))
        .then(({ id }) => onSigned(id), (error: unknown) => setFailure(messageOf(error))).finally(() => setBusy(false));
    }, 'image/png');
  };
  return (
    <div className="sc-act-field" data-field="signature">
      <span>手写签名{isRequired ? '（必填）' : ''}</span>
      <canvas
        ref={canvas} className="sc-signature" width={WIDTH} height={HEIGHT} aria-label={isSigned ? '手写签名，已签' : '手写签名区，请用手指、触控笔或鼠标书写'}
        onPointerDown={begin} onPointerMove={draw}
      />
      <div className="sc-phrases">
        <Button size="small" onClick={clear} disabled={!isDrawn} data-action="clear-signature">重签</Button>
        <Button size="small" type="primary" ghost onClick={keep} loading={isBusy} disabled={!isDrawn || isSigned} data-action="keep-signature">{isSigned ? '已签名' : '确认签名'}</Button>
      </div>
      {isMissing || failure !== null ? <span className="sc-error" role="alert">{failure ?? '请签名，并按“确认签名”'}</span> : null}
    </div>
  );
}
