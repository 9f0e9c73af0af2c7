import { useEffect, useRef } from 'react';
import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { frameHeight, FRAME_SIZE, HEAD_HEIGHT, panelSpot, type Size, type Spot } from './spot.ts';

interface Props {
  title: string;
  /** Address of the page in the iframe. */
  address: string;
  /** Position of the button. */
  buttonSpot: Spot;
  /** Size of the window. */
  windowSize: Size;
  onClose(): void;
}

/**
 * TB-008, TB-009: a title and an iframe of 300 x 450 pixels; its height is reduced in a low window. The page behind
 * stays usable.
 */
export function NoticePanel({ title, address, buttonSpot, windowSize, onClose }: Props) {
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => closeButton.current?.focus(), []);
  return (
    <section
      className="sf-notice-panel"
      style={{ ...panelSpot(buttonSpot, windowSize), width: FRAME_SIZE.width }}
      aria-label={title}
      data-panel="notice-push"
    >
      <header style={{ height: HEAD_HEIGHT }}>
        <h2>{title}</h2>
        <Button
          ref={closeButton}
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={`关闭${title}`}
          onClick={onClose}
          data-action="close-notice-push"
        />
      </header>
      <iframe src={address} title={title} width={FRAME_SIZE.width} height={frameHeight(windowSize.height)} />
    </section>
  );
}
