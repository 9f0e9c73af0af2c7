import { useContext, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { columnGapOf } from './gridSlot.ts';
import { NearContext, watchNear } from './nearViewport.ts';

/** Height of a grid row with its gap. Used to estimate the height of a chunk until the chunk has been on screen. */
export const GRID_ROW_HEIGHT_PX = 48;

interface Props {
  isFirst: boolean;
  /** Estimated number of grid rows. */
  rows: number;
  columnGap: number | undefined;
  children: ReactNode;
}

/**
 * Observes whether a chunk or group is near the viewport while its parent is near. Changes the class and height of the
 * element directly, without a React render. Returns the props of the element.
 */
function useNearObserver(
  isFirst: boolean,
  rows: number,
  columnGap: number | undefined,
  onNearChange: (isNear: boolean) => void,
) {
  const elementRef = useRef<HTMLDivElement>(null);
  const isParentNear = useContext(NearContext);
  useEffect(() => {
    const element = elementRef.current;
    if (element === null || !isParentNear || typeof IntersectionObserver === 'undefined') return undefined;
    return watchNear(element, ({ isIntersecting, boundingClientRect }) => {
      onNearChange(isIntersecting);
      if (!isIntersecting && boundingClientRect.height > 0)
        element.style.setProperty('--sf-far-height', `${boundingClientRect.height}px`);
      element.classList.toggle('sf-far', !isIntersecting);
    });
  }, [isParentNear, onNearChange]);
  // React sets the class only once; the observer changes it afterwards
  const [className] = useState(
    isFirst || typeof IntersectionObserver === 'undefined' ? 'sf-grid sf-chunk' : 'sf-grid sf-chunk sf-far',
  );
  const [estimatedHeight] = useState(`${rows * GRID_ROW_HEIGHT_PX}px`);
  return {
    ref: elementRef,
    className,
    style: { columnGap: columnGapOf(columnGap), '--sf-far-height': estimatedHeight } as CSSProperties,
  };
}

/** Returns true for the first chunk or group, and for all of them in a browser without IntersectionObserver. */
const isNearAtFirst = (isFirst: boolean): boolean => isFirst || typeof IntersectionObserver === 'undefined';

/**
 * A chunk of a long grid. Far from the viewport, the browser skips its layout and painting. Its elements stay in the
 * DOM, so that page search, screen readers and printing reach them. Near the viewport, the chunk is laid out as usual,
 * and overflowing content (e.g. a popup) is not clipped.
 */
export function GridChunk({ isFirst, rows, columnGap, children }: Props) {
  const [wasNear, setWasNear] = useState(isNearAtFirst(isFirst));
  const [onNearChange] = useState(() => (isNear: boolean): void => {
    if (isNear) setWasNear(true);
  });
  const elementProps = useNearObserver(isFirst, rows, columnGap, onNearChange);
  return (
    <div {...elementProps}>
      <NearContext value={wasNear}>{children}</NearContext>
    </div>
  );
}

/**
 * A group of chunks. The single chunks are observed only while the group is near the viewport; otherwise only the group
 * is observed.
 */
export function GridGroup({ isFirst, rows, columnGap, children }: Props) {
  const [isNear, setNear] = useState(isNearAtFirst(isFirst));
  const elementProps = useNearObserver(isFirst, rows, columnGap, setNear);
  return (
    <div {...elementProps}>
      <NearContext value={isNear}>{children}</NearContext>
    </div>
  );
}
