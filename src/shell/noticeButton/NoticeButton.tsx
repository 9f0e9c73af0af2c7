import { useEffect, useRef, useState } from 'react';
import { BellOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import { createPortal } from 'react-dom';
import type { NoticeButtonNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { pendingCount } from '../../session/counts.ts';
import { useSessionState } from '../../session/context.ts';
import { createNonThrowingStorage } from '../../session/nonThrowingStorage.ts';
import { frameAddress } from './frameAddress.ts';
import { NoticePanel } from './NoticePanel.tsx';
import { BUTTON_SIZE, isDocked } from './spot.ts';
import { useFloating } from './useFloating.ts';
import './noticeButton.css';

/** A higher count is shown as `99+`. */
const MAX_SHOWN_COUNT = 99;

/**
 * The floating notice button (TB-008). It shows the number of pending items and opens the panel that lists them. The
 * user can move it by dragging or with the arrow keys.
 */
export function NoticeButton({ node }: BlockProps<NoticeButtonNode>) {
  const { title = '通知推送', url = '#/noticePush', type = 'all' } = node;
  const state = useSessionState();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [storage] = useState(() => createNonThrowingStorage(localStorage));
  const { spot, size, handlers, consumeDrag } = useFloating(storage);
  const pendingItems = pendingCount(state);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // returns the focus to the button if the focus is inside the panel
      if (document.activeElement?.closest('[data-panel="notice-push"]')) button.current?.focus();
      setOpen(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  return createPortal(
    <aside className="sf-notice-push" aria-label={title}>
      {isOpen ? (
        <NoticePanel
          title={title}
          address={frameAddress(url, state.userInfo?.id ?? '', type)}
          buttonSpot={spot}
          windowSize={size}
          onClose={close}
        />
      ) : null}
      <button
        ref={button}
        type="button"
        className="sf-notice-button"
        style={{ ...spot, width: BUTTON_SIZE, height: BUTTON_SIZE }}
        {...handlers}
        onClick={() => {
          if (!consumeDrag()) setOpen(!isOpen);
        }}
        aria-expanded={isOpen}
        aria-label={pendingItems > 0 ? `${title}，${pendingItems} 项待处理` : title}
        title={`${title}（可拖动）`}
        data-action="notice-push"
        data-waiting={pendingItems}
        data-count={pendingItems > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : pendingItems}
        data-docked={isDocked(spot) || undefined}
      >
        <Badge count={pendingItems} size="small" offset={isDocked(spot) ? [-14, -4] : [2, -2]}>
          <BellOutlined aria-hidden="true" />
        </Badge>
      </button>
    </aside>,
    document.body,
  );
}
