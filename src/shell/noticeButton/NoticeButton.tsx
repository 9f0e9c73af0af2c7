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
import { BUTTON, isDocked } from './spot.ts';
import { useFloating } from './useFloating.ts';
import './noticeButton.css';

/** More are said to be more. */
const MOST_COUNTED = 99;

/** The floating button (TB-008): how much waits, and the panel that shows it. Dragged, or moved by the arrow keys. */
export function NoticeButton({ node }: BlockProps<NoticeButtonNode>) {
  const { title = '通知推送', url = '#/noticePush', type = 'all' } = node;
  const state = useSessionState();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [storage] = useState(() => createNonThrowingStorage(localStorage));
  const { spot, size, handlers, endedDrag } = useFloating(storage);
  const waiting = pendingCount(state);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // the keyboard goes back to the button, unless it is at work elsewhere on the page
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
          spot={spot}
          size={size}
          onClose={close}
        />
      ) : null}
      <button
        ref={button}
        type="button"
        className="sf-notice-button"
        style={{ ...spot, width: BUTTON, height: BUTTON }}
        {...handlers}
        onClick={() => {
          if (!endedDrag()) setOpen(!isOpen);
        }}
        aria-expanded={isOpen}
        aria-label={waiting > 0 ? `${title}，${waiting} 项待处理` : title}
        title={`${title}（可拖动）`}
        data-action="notice-push"
        data-waiting={waiting}
        data-count={waiting > MOST_COUNTED ? `${MOST_COUNTED}+` : waiting}
        data-docked={isDocked(spot) || undefined}
      >
        <Badge count={waiting} size="small" offset={isDocked(spot) ? [-14, -4] : [2, -2]}>
          <BellOutlined aria-hidden="true" />
        </Badge>
      </button>
    </aside>,
    document.body,
  );
}
