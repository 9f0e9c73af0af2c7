import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { Notices as NoticeStore } from '../../session/notices.ts';

/**
 * Messages over every page, including sign-in. When a focused message disappears, the focus moves to another message,
 * or if there is none, back to the element that had the focus before the messages.
 */
export function Notices({ notices }: { notices: NoticeStore }) {
  const { list } = useSnapshot(notices.state);
  const container = useRef<HTMLDivElement>(null);
  const elementFocusedBefore = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (elementFocusedBefore.current === null || document.activeElement !== document.body) return;
    const next = container.current?.querySelector<HTMLElement>('button') ?? elementFocusedBefore.current;
    if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true });
  }, [list]);
  const isInside = (element: Element): boolean => container.current?.contains(element) ?? false;
  const focusHandlers = {
    onFocus({ relatedTarget }: FocusEvent) {
      if (relatedTarget !== null && !isInside(relatedTarget)) elementFocusedBefore.current = relatedTarget;
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget !== null && !isInside(relatedTarget)) elementFocusedBefore.current = null;
    },
  };
  return (
    <div ref={container} className="sf-notices" role="alert">
      {list.map(({ id, level, text, action }) => (
        <div key={id} className="sf-notice" data-level={level} data-notice>
          <span>{text}</span>
          {action ? (
            <button type="button" className="sf-notice-way" {...focusHandlers} onClick={() => action.run()}>
              {action.text}
            </button>
          ) : null}
          <button type="button" aria-label="关闭提示" {...focusHandlers} onClick={() => notices.dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
