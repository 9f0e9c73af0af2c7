import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { StorageLike } from '../../session/keys.ts';
import { snapToRightEdge, readSpot, saveSpot, clampToWindow, type Size, type Spot } from './spot.ts';

/** A press during which the pointer moves fewer pixels is a click, not a drag. */
const DRAG_THRESHOLD = 5;
/** Number of pixels by which an arrow key moves the element. */
const STEP = 16;
const ARROW_MOVES: Readonly<Record<string, Spot>> = {
  ArrowLeft: { right: STEP, bottom: 0 },
  ArrowRight: { right: -STEP, bottom: 0 },
  ArrowUp: { right: 0, bottom: STEP },
  ArrowDown: { right: 0, bottom: -STEP },
};

const readWindowSize = (): Size => ({ width: window.innerWidth, height: window.innerHeight });

/**
 * Returns the position of a floating element inside the window, the size of the window, and the handlers by which drag
 * and arrow keys move the element (TB-008). The position is read from `storage` at first, and stored after each move.
 */
export function useFloating(storage: Pick<StorageLike, 'getItem' | 'setItem'>) {
  const [viewportSize, setViewportSize] = useState(readWindowSize);
  const [unclampedSpot, setUnclampedSpot] = useState(() => readSpot(storage));
  const drag = useRef<{ x: number; y: number; startSpot: Spot; isMoved: boolean } | null>(null);
  const wasDragged = useRef(false);
  useEffect(() => {
    const updateSize = (): void => setViewportSize(readWindowSize());
    window.addEventListener('resize', updateSize);
    return () => window.removeEventListener('resize', updateSize);
  }, []);
  const spot = clampToWindow(unclampedSpot, viewportSize);
  const moveTo = (next: Spot): void => {
    setUnclampedSpot(next);
    saveSpot(storage, next);
  };
  return {
    spot,
    size: viewportSize,
    /** Returns true once after a drag: the caller then ignores the click that ended the drag. */
    consumeDrag(): boolean {
      const hasDragged = wasDragged.current;
      wasDragged.current = false;
      return hasDragged;
    },
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        wasDragged.current = false;
        drag.current = { x: event.clientX, y: event.clientY, startSpot: spot, isMoved: false };
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        const current = drag.current;
        if (!current) return;
        current.isMoved ||= Math.hypot(clientX - current.x, clientY - current.y) > DRAG_THRESHOLD;
        if (current.isMoved)
          setUnclampedSpot(
            clampToWindow(
              {
                right: current.startSpot.right - (clientX - current.x),
                bottom: current.startSpot.bottom - (clientY - current.y),
              },
              viewportSize,
            ),
          );
      },
      onPointerUp() {
        wasDragged.current = drag.current?.isMoved ?? false;
        drag.current = null;
        if (wasDragged.current) moveTo(snapToRightEdge(spot));
      },
      onPointerCancel() {
        drag.current = null;
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const move = ARROW_MOVES[event.key];
        if (!move) return;
        event.preventDefault();
        moveTo(
          clampToWindow(
            snapToRightEdge({ right: spot.right + move.right, bottom: spot.bottom + move.bottom }),
            viewportSize,
          ),
        );
      },
    },
  };
}
