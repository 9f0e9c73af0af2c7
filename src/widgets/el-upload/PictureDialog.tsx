import { useState } from 'react';
import { Button } from 'antd';
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Dialog } from '../../runtime/host/Dialog.tsx';
import type { FileRecord } from '../../runtime/services/files.ts';
import { SaveFileButton } from './SaveFileButton.tsx';
import { usePicture } from './usePicture.ts';

interface Props {
  /** The pictures that the dialog can show. */
  pictures: readonly FileRecord[];
  /** Index of the first shown picture. */
  initialIndex?: number;
  onClose(): void;
}

function LargePicture({ file }: { file: FileRecord }) {
  const { address, hasFailed, retry } = usePicture(file);
  if (hasFailed)
    return (
      <div role="alert">
        图片加载失败
        <button type="button" className="sf-link" onClick={retry}>
          重试
        </button>
      </div>
    );
  return address === null ? (
    <output>正在加载图片…</output>
  ) : (
    <img src={address} alt={file.fileName} className="sf-large-picture" />
  );
}

/** FL-022: a picture in a dialog of 800 px. Buttons and arrow keys switch to the other pictures of the field. */
export function PictureDialog({ pictures, initialIndex = 0, onClose }: Props) {
  const [index, setIndex] = useState(initialIndex);
  const file = pictures[index];
  if (!file) return null;
  const move = (step: number): void => setIndex((index + step + pictures.length) % pictures.length);
  const hasSeveralPictures = pictures.length > 1;
  const positionText = hasSeveralPictures ? `（${index + 1}/${pictures.length}）` : '';
  return (
    <Dialog title={`${file.fileName}${positionText}`} isOpen onClose={onClose} width={800}>
      {/* the buttons have the same function as the arrow keys */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onKeyDown={(event) => {
          if (hasSeveralPictures && event.key === 'ArrowLeft') move(-1);
          if (hasSeveralPictures && event.key === 'ArrowRight') move(1);
        }}
      >
        <LargePicture key={file.id} file={file} />
        <div className="sf-picture-tools">
          {hasSeveralPictures && (
            <>
              <Button icon={<LeftOutlined />} data-action="previous-picture" onClick={() => move(-1)}>
                上一张
              </Button>
              <Button data-autofocus icon={<RightOutlined />} data-action="next-picture" onClick={() => move(1)}>
                下一张
              </Button>
            </>
          )}
          <SaveFileButton file={file} />
        </div>
      </div>
    </Dialog>
  );
}
