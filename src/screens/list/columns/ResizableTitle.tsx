import type { HTMLAttributes, PointerEvent } from 'react';

interface Props extends HTMLAttributes<HTMLTableCellElement> {
  /** Width of the column in px. The user can change it only if `onResize` is given. */
  columnWidth?: number;
  onResize?(width: number): void;
}

/** Header cell of a column; dragging its right edge changes the width, which `onResize` reports in px. */
export function ResizableTitle({ columnWidth, onResize, children, ...cell }: Props) {
  if (!onResize || columnWidth === undefined) return <th {...cell}>{children}</th>;
  const startDrag = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const startX = event.clientX;
    let width = columnWidth;
    handle.setPointerCapture(event.pointerId);
    const drag = (pointer: globalThis.PointerEvent): void => {
      width = columnWidth + pointer.clientX - startX;
      handle.style.transform = `translateX(${Math.round(pointer.clientX - startX)}px)`;
    };
    const end = (): void => {
      handle.removeEventListener('pointermove', drag);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      handle.style.transform = '';
      if (width !== columnWidth) onResize(width);
    };
    handle.addEventListener('pointermove', drag);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  };
  return (
    <th {...cell}>
      {children}
      {/* pointer only: keyboard users can read every value by opening the record */}
      <span className="sc-resize" aria-hidden onPointerDown={startDrag} onClick={(event) => event.stopPropagation()} />
    </th>
  );
}
