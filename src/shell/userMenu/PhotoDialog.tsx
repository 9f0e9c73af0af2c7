import { useEffect, useRef, useState } from 'react';
import { App, Button, Modal, type ButtonProps } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import { failureText } from '../../runtime/host/notice.ts';
import { useSession } from '../../session/context.ts';
import { drawSquare, canvasToFile, SIDE_LENGTH, type CropPlacement } from './cropSquare.ts';

const DEFAULT_PLACEMENT: CropPlacement = { zoom: 1, x: 0.5, y: 0.5 };
const SLIDERS = [
  ['zoom', '缩放', 1, 4],
  ['x', '左右', 0, 1],
  ['y', '上下', 0, 1],
] as const;

/** TB-006: dialog to choose a profile picture and crop it to a square. */
export function PhotoDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { files, session: sessionService } = useServices();
  const session = useSession();
  const { message } = App.useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [placement, setPlacement] = useState(DEFAULT_PLACEMENT);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (picture && canvas.current) drawSquare(canvas.current, picture, placement);
  }, [picture, placement]);

  const close = (): void => {
    setPicture(null);
    onClose();
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      setPicture(await createImageBitmap(file));
      setPlacement(DEFAULT_PLACEMENT);
    } catch {
      message.warning('无法识别这张图片，请选择 JPG 或 PNG 格式的图片', 5);
    }
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const file = canvas.current && (await canvasToFile(canvas.current));
      if (!file) throw new Error('此浏览器无法处理图片');
      await sessionService.setPhoto((await files.upload(file)).id);
      await session.loadPhoto();
      message.success('头像已更换');
      close();
    } catch (error) {
      message.warning(failureText(error), 5);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      title="更换头像"
      open={isOpen}
      onCancel={close}
      onOk={() => void save()}
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      destroyOnHidden
      width={400}
      okButtonProps={{ disabled: picture === null, 'data-action': 'save-photo' } as ButtonProps}
    >
      <div className="sf-photo">
        <figure aria-label={picture ? '头像预览' : '尚未选择图片'}>
          <canvas ref={canvas} width={SIDE_LENGTH} height={SIDE_LENGTH} />
        </figure>
        {picture &&
          SLIDERS.map(([key, label, min, max]) => (
            <label key={key}>
              {label}
              <input
                type="range"
                min={min}
                max={max}
                step={0.01}
                value={placement[key]}
                onChange={(event) => setPlacement({ ...placement, [key]: Number(event.target.value) })}
              />
            </label>
          ))}
        <input
          ref={fileInput}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          data-photo-file
          aria-label="选择图片"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button onClick={() => fileInput.current?.click()} data-action="choose-photo">
          {picture ? '换一张图片' : '选择图片'}
        </Button>
      </div>
    </Modal>
  );
}
