import { useRef, useState, type ReactNode } from 'react';
import { Modal } from 'antd';
import { PHONE_WIDTH, useIsNarrowerThan } from './mediaQuery.ts';
import { useReturnedFocus } from './returnedFocus.ts';

interface Props {
  title: string;
  isOpen: boolean;
  onClose(): void;
  /** Shown under the content; null (default): no footer. */
  footer?: ReactNode;
  /** CSS width, limited to the width of the window. Default: 80 %; on a phone 100 %. */
  width?: number | string;
  children: ReactNode;
}

interface Offset {
  x: number;
  y: number;
}

/**
 * A dialog that can be moved by its title. Its content reads the caller's React contexts and is mounted only while the
 * dialog is open.
 */
export function Dialog({ title, isOpen, onClose, footer = null, width, children }: Props) {
  const isNarrow = useIsNarrowerThan(PHONE_WIDTH);
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 });
  /** Positions of the pointer and of the dialog at the start of the drag; null: the dialog is not being dragged. */
  const dragStart = useRef<{ pointer: Offset; offset: Offset } | null>(null);
  const content = useRef<HTMLDivElement>(null);
  useReturnedFocus(isOpen);
  /**
   * Focuses the element marked `data-autofocus`, else the first input. Does nothing on touch devices, where the
   * keyboard would cover half the screen.
   */
  const focusFirst = (): void => {
    if (window.matchMedia('(pointer: coarse)').matches) return;
    const control =
      content.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      content.current?.querySelector<HTMLElement>(':is(input, textarea):not(:disabled)');
    control?.focus({ preventScroll: true });
  };
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      width={width ?? (isNarrow ? '100%' : '80%')}
      footer={footer}
      destroyOnHidden
      maskClosable={false}
      afterOpenChange={(isShown) => {
        if (isShown) focusFirst();
      }}
      afterClose={() => setOffset({ x: 0, y: 0 })}
      style={{ maxWidth: 'calc(100vw - 16px)', transform: `translate(${offset.x}px, ${offset.y}px)` }}
      title={
        <div
          className="sf-dialog-title"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            dragStart.current = { pointer: { x: event.clientX, y: event.clientY }, offset };
          }}
          onPointerMove={(event) => {
            if (!dragStart.current) return;
            const { pointer, offset: from } = dragStart.current;
            setOffset(limitOffset({ x: from.x + event.clientX - pointer.x, y: from.y + event.clientY - pointer.y }));
          }}
          onPointerUp={() => {
            dragStart.current = null;
          }}
          onPointerCancel={() => {
            dragStart.current = null;
          }}
        >
          {title}
        </div>
      }
    >
      <div ref={content}>{children}</div>
    </Modal>
  );
}

/**
 * Limits the offset, so that the title stays inside the window. With offset 0 the dialog is centred, and its upper edge
 * is 100 px below the upper edge of the window, so it can be moved up by at most 90 px.
 */
function limitOffset({ x, y }: Offset): Offset {
  const limit = { x: window.innerWidth * 0.45, y: window.innerHeight * 0.8 };
  return { x: Math.min(Math.max(x, -limit.x), limit.x), y: Math.min(Math.max(y, -90), limit.y) };
}
