import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { KeyStore } from '../../session/keys.ts';
import { docked, savedSpot, saveSpot, within, type Size, type Spot } from './spot.ts';

/** Pixels a pointer may tremble and still have clicked; pixels an arrow key moves. */
const TREMBLE = 5;
const STEP = 16;
const ARROWS: Readonly<Record<string, Spot>> = {
  ArrowLeft: { right: STEP, bottom: 0 },
  ArrowRight: { right: -STEP, bottom: 0 },
  ArrowUp: { right: 0, bottom: STEP },
  ArrowDown: { right: 0, bottom: -STEP },
};

const windowSize = (): Size => ({ width: window.innerWidth, height: window.innerHeight });

/** A thing that floats over the page, is moved by dragging or by arrow keys, and is where it was left (TB-008). */
export function useFloating(storage: Pick<KeyStore, 'getItem' | 'setItem'>) {
  const [size, setSize] = useState(windowSize);
  const [wanted, setWanted] = useState(() => savedSpot(storage));
  const drag = useRef<{ x: number; y: number; from: Spot; isMoved: boolean } | null>(null);
  const wasDragged = useRef(false);
  useEffect(() => {
    const follow = (): void => setSize(windowSize());
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);
  const spot = within(wanted, size);
  const keep = (next: Spot): void => {
    setWanted(next);
    saveSpot(storage, next);
  };
  return {
    spot,
    size,
    /** True once after a drag: the click that ends it opens nothing. */
    endedDrag(): boolean {
      const was = wasDragged.current;
      wasDragged.current = false;
      return was;
    },
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        wasDragged.current = false;
        drag.current = { x: event.clientX, y: event.clientY, from: spot, isMoved: false };
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        const own = drag.current;
        if (!own) return;
        own.isMoved ||= Math.hypot(clientX - own.x, clientY - own.y) > TREMBLE;
        if (own.isMoved)
          setWanted(
            within({ right: own.from.right - (clientX - own.x), bottom: own.from.bottom - (clientY - own.y) }, size),
          );
      },
      onPointerUp() {
        wasDragged.current = drag.current?.isMoved ?? false;
        drag.current = null;
        if (wasDragged.current) keep(docked(spot));
      },
      onPointerCancel() {
        drag.current = null;
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const move = ARROWS[event.key];
        if (!move) return;
        event.preventDefault();
        keep(within(docked({ right: spot.right + move.right, bottom: spot.bottom + move.bottom }), size));
      },
    },
  };
}
