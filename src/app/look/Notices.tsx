import { useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Notices as NoticeStore } from '../../session/notices.ts';

/** Messages over every page, sign-in included. One that goes gives the keyboard back to where it came from. */
export function Notices({ notices }: { notices: NoticeStore }) {
  const { list } = useSnapshot(notices.state);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (before.current === null || document.activeElement !== document.body) return;
    const next = box.current?.querySelector<HTMLElement>('button') ?? before.current;
    if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true });
  }, [list]);
  return (
    <div ref={box} className="sf-notices" role="alert">
      {list.map(({ id, level, text, way }) => (
        <div key={id} className="sf-notice" data-level={level} data-notice>
          <span>{text}</span>
          {way ? (
            <button type="button" className="sf-notice-way" onClick={() => way.run()}>
              {way.text}
            </button>
          ) : null}
          <button
            type="button"
            aria-label="关闭提示"
            onClick={() => notices.dismiss(id)}
            onFocus={({ relatedTarget }) => {
              if (relatedTarget !== null && !box.current?.contains(relatedTarget)) before.current = relatedTarget;
            }}
            onBlur={({ relatedTarget }) => {
              if (relatedTarget !== null && !box.current?.contains(relatedTarget)) before.current = null;
            }}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
