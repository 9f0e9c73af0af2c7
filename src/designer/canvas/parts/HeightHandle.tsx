import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { HEIGHT_STEP_PX, heightOf, setHeight, snapHeight, type HeightBounds } from '../model/heights.ts';
import { idOf, type RawNode } from '../model/nodes.ts';
import { useDesignerContext } from '../designerContext.ts';

/** Height steps per press of Page Up or Page Down. */
const PAGE_STEPS = 10;

/** The number of height steps by which each key changes the height. */
const STEPS_BY_KEY: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -PAGE_STEPS,
  PageDown: PAGE_STEPS,
};

/**
 * Returns the zoom of an element: window pixels per pixel of the element. The designer scales pages down to fit the
 * canvas.
 */
const zoomOf = (element: HTMLElement): number =>
  (element as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1;

/**
 * Returns the height of the content of a block without a height, in other words its height without the parts around the
 * content (such as the title). The height of these parts is measured by rendering the block once at the minimum height.
 */
function contentHeight(
  block: HTMLElement,
  { min }: HeightBounds,
  renderAtHeight: (height: number | null) => void,
): number {
  // prevents stretching to the height of the neighbours
  block.style.alignSelf = 'start';
  const naturalHeight = block.offsetHeight;
  renderAtHeight(min);
  const heightAtMinimum = block.offsetHeight;
  renderAtHeight(null);
  block.style.alignSelf = '';
  return heightAtMinimum < naturalHeight ? naturalHeight - (heightAtMinimum - min) : naturalHeight;
}

interface Props {
  node: RawNode;
  bounds: HeightBounds;
  /** Renders the block at another height while the handle is dragged; null restores the height of the document. */
  onPreview(height: number | null): void;
}

/** Handle at the lower edge of a block. Dragging it or pressing an arrow key changes the height of the block. */
export function HeightHandle({ node, bounds, onPreview }: Props) {
  const { design } = useDesignerContext();
  const handleRef = useRef<HTMLDivElement>(null);
  /**
   * The drag: the position of the mouse (`y`), the height of the block (`from`) and its zoom at the start, and the
   * height to set (`to`; null before the first move). A ref, because the mouse button may be released before React has
   * rendered the last move.
   */
  const drag = useRef<{ y: number; from: number; zoom: number; to: number | null } | null>(null);
  const [draggedHeight, setDraggedHeight] = useState<number | null>(null);
  const [measuredHeight, setMeasuredHeight] = useState(bounds.min);
  const id = idOf(node);
  const definedHeight = heightOf(node, bounds);
  // a block without a height in the document and without a default height is as high as its content
  useLayoutEffect(() => {
    const block = handleRef.current?.parentElement;
    if (definedHeight === undefined && block) setMeasuredHeight(Math.round(block.offsetHeight));
  }, [definedHeight]);
  const shownHeight = draggedHeight ?? definedHeight ?? snapHeight(measuredHeight, bounds);

  /** Returns the height at the start of a drag, without the parts around the content (such as the title). */
  const startHeight = (): number => {
    const block = handleRef.current?.parentElement;
    if (definedHeight !== undefined || !block) return shownHeight;
    const from = snapHeight(
      contentHeight(block, bounds, (height) => flushSync(() => onPreview(height))),
      bounds,
    );
    setMeasuredHeight(from);
    return from;
  };
  const previewHeight = (height: number | null): void => {
    setDraggedHeight(height);
    onPreview(height);
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture?.(event.pointerId);
    handle.focus({ preventScroll: true });
    drag.current = { y: event.clientY, from: startHeight(), zoom: zoomOf(handle.parentElement ?? handle), to: null };
  };
  const move = ({ clientY }: PointerEvent): void => {
    if (drag.current === null) return;
    const { y, from, zoom, to } = drag.current;
    const offset = (clientY - y) / zoom;
    const next = snapHeight(from + offset, bounds);
    // a click on the handle changes nothing
    if (next === to || (to === null && Math.abs(offset) < HEIGHT_STEP_PX / 2)) return;
    drag.current.to = next;
    previewHeight(next);
  };
  const end = (): void => {
    const to = drag.current?.to ?? null;
    drag.current = null;
    previewHeight(null);
    if (to !== null) setHeight(design, id, to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && drag.current !== null) {
      drag.current = null;
      previewHeight(null);
    } else if (STEPS_BY_KEY[event.key] !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey)
      setHeight(
        design,
        id,
        snapHeight(startHeight() + (STEPS_BY_KEY[event.key] ?? 0) * HEIGHT_STEP_PX, bounds),
        `height:${id}`,
      );
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={handleRef}
      className="ds-resize-height"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no HTML element represents a movable separator
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="高度"
      aria-valuenow={shownHeight}
      aria-valuemin={bounds.min}
      aria-valuemax={Number.isFinite(bounds.max) ? bounds.max : undefined}
      aria-valuetext={`${shownHeight} 像素`}
      title="拖动调整高度；选中后也可按上下方向键"
      data-no-select
      data-height={draggedHeight ?? undefined}
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
      onKeyDown={onKeyDown}
    />
  );
}
