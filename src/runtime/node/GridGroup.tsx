import { useContext, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { columnGapOf } from './gridSlot.ts';
import { NearContext, watchNear } from './nearViewport.ts';

/** A row of the grid with its gap, px: what a part is taken for until it was on screen. */
export const ROW = 48;

interface Props {
  isFirst: boolean;
  rows: number;
  columnGap: number | undefined;
  children: ReactNode;
}

/** Watches whether a part is near, while what it stands in is; its class and height are changed without a rendering. */
function useFar(isFirst: boolean, rows: number, columnGap: number | undefined, tell: (isNear: boolean) => void) {
  const part = useRef<HTMLDivElement>(null);
  const isAround = useContext(NearContext);
  useEffect(() => {
    const element = part.current;
    if (element === null || !isAround || typeof IntersectionObserver === 'undefined') return undefined;
    return watchNear(element, ({ isIntersecting, boundingClientRect }) => {
      tell(isIntersecting);
      if (!isIntersecting && boundingClientRect.height > 0)
        element.style.setProperty('--sf-far-height', `${boundingClientRect.height}px`);
      element.classList.toggle('sf-far', !isIntersecting);
    });
  }, [isAround, tell]);
  // the class is the observer's from then on: React writes it once
  const [className] = useState(
    isFirst || typeof IntersectionObserver === 'undefined' ? 'sf-grid sf-chunk' : 'sf-grid sf-chunk sf-far',
  );
  const [farHeight] = useState(`${rows * ROW}px`);
  return {
    ref: part,
    className,
    style: { columnGap: columnGapOf(columnGap), '--sf-far-height': farHeight } as CSSProperties,
  };
}

const isNearAtFirst = (isFirst: boolean): boolean => isFirst || typeof IntersectionObserver === 'undefined';

/**
 * A part of a long grid. Away from the window it is neither laid out nor painted, but stays in the document: it is
 * found, read aloud and printed. Near the window it is like the rest of the page, nothing of it is clipped.
 */
export function GridChunk({ isFirst, rows, columnGap, children }: Props) {
  const [wasNear, setWasNear] = useState(isNearAtFirst(isFirst));
  const [come] = useState(() => (isNear: boolean): void => {
    if (isNear) setWasNear(true);
  });
  const part = useFar(isFirst, rows, columnGap, come);
  return (
    <div {...part}>
      <NearContext value={wasNear}>{children}</NearContext>
    </div>
  );
}

/** Parts that are watched only while they are near together: otherwise the browser looks at this one alone. */
export function GridGroup({ isFirst, rows, columnGap, children }: Props) {
  const [isNear, setNear] = useState(isNearAtFirst(isFirst));
  const part = useFar(isFirst, rows, columnGap, setNear);
  return (
    <div {...part}>
      <NearContext value={isNear}>{children}</NearContext>
    </div>
  );
}
