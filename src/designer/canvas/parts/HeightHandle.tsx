import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { HEIGHT_STEP, heightOf, setHeight, snapHeight, type HeightBounds } from '../model/heights.ts';
import { idOf, type RawNode } from '../model/nodes.ts';
import { useDesigning } from '../useDesign.ts';

/** Steps that the keys Page Up and Page Down take at once. */
const PAGE = 10;

/** By how many steps a key changes the height; 0: not at all. */
const KEYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE, PageDown: PAGE };

/** How many pixels of the window one pixel of an element takes: pages are drawn smaller than they are. */
const zoomOf = (element: HTMLElement): number =>
  (element as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1;

/** How high the content of a block is that has no height of its own: found by drawing it at the least height. */
function contentHeight(block: HTMLElement, { least }: HeightBounds, draw: (height: number | null) => void): number {
  // not as high as its neighbours
  block.style.alignSelf = 'start';
  const natural = block.offsetHeight;
  draw(least);
  const cut = block.offsetHeight;
  draw(null);
  block.style.alignSelf = '';
  return cut < natural ? natural - (cut - least) : natural;
}

interface Props {
  node: RawNode;
  bounds: HeightBounds;
  /** Draws the block at another height while the handle is held; null ends that. */
  onDraft(height: number | null): void;
}

/** The lower edge of a block: dragging it, or the arrow keys on it, change the block's height. */
export function HeightHandle({ node, bounds, onDraft }: Props) {
  const { design } = useDesigning();
  const own = useRef<HTMLDivElement>(null);
  // `to` is kept outside of rendering: the mouse button may be released before React has rendered the last move
  const drag = useRef<{ y: number; from: number; zoom: number; to: number | null } | null>(null);
  const [held, setHeld] = useState<number | null>(null);
  const [drawn, setDrawn] = useState(bounds.least);
  const id = idOf(node);
  const written = heightOf(node, bounds);
  // without a height of its own a block is as high as its content
  useLayoutEffect(() => {
    const block = own.current?.parentElement;
    if (written === undefined && block) setDrawn(Math.round(block.offsetHeight));
  }, [written]);
  const now = held ?? written ?? snapHeight(drawn, bounds);

  /** The height to begin with: what a block shows around the part that has the height (its title) is no part of it. */
  const beginning = (): number => {
    const block = own.current?.parentElement;
    if (written !== undefined || !block) return now;
    const from = snapHeight(
      contentHeight(block, bounds, (height) => flushSync(() => onDraft(height))),
      bounds,
    );
    setDrawn(from);
    return from;
  };
  const show = (height: number | null): void => {
    setHeld(height);
    onDraft(height);
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture?.(event.pointerId);
    handle.focus({ preventScroll: true });
    drag.current = { y: event.clientY, from: beginning(), zoom: zoomOf(handle.parentElement ?? handle), to: null };
  };
  const move = ({ clientY }: PointerEvent): void => {
    if (drag.current === null) return;
    const { y, from, zoom, to } = drag.current;
    const by = (clientY - y) / zoom;
    const next = snapHeight(from + by, bounds);
    // a click on the handle is no change
    if (next === to || (to === null && Math.abs(by) < HEIGHT_STEP / 2)) return;
    drag.current.to = next;
    show(next);
  };
  const end = (): void => {
    const to = drag.current?.to ?? null;
    drag.current = null;
    show(null);
    if (to !== null) setHeight(design, id, to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && drag.current !== null) {
      drag.current = null;
      show(null);
    } else if (KEYS[event.key] !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey)
      setHeight(design, id, snapHeight(beginning() + (KEYS[event.key] ?? 0) * HEIGHT_STEP, bounds), `height:${id}`);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={own}
      className="ds-resize-height"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no HTML element is a separator that can be moved
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="高度"
      aria-valuenow={now}
      aria-valuemin={bounds.least}
      aria-valuemax={Number.isFinite(bounds.most) ? bounds.most : undefined}
      aria-valuetext={`${now} 像素`}
      title="拖动调整高度；选中后也可按上下方向键"
      data-no-select
      data-height={held ?? undefined}
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
