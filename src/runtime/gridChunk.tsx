import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { NearContext, watchNear } from './nearViewport.ts';

/** A row of the grid with its gap, px: what a part is taken for until it was on screen. */
const ROW = 48;

interface Props { isFirst: boolean; rows: number; columnGap: number | undefined; children: ReactNode }

/**
 * A part of a long grid. Away from the window it is neither laid out nor painted, but stays in the document: it is
 * found, read aloud and printed. Near the window it is like the rest of the page, nothing of it is clipped.
 */
export function GridChunk({ isFirst, rows, columnGap, children }: Props) {
  const part = useRef<HTMLDivElement>(null);
  const [wasNear, setWasNear] = useState(isFirst || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = part.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    return watchNear(element, ({ isIntersecting, boundingClientRect }) => {
      if (isIntersecting) setWasNear(true);
      else if (boundingClientRect.height > 0) element.style.setProperty('--sf-far-height', `${boundingClientRect.height}px`);
      element.classList.toggle('sf-far', !isIntersecting);
    });
  }, []);
  // the class is the observer's from then on: React writes it once
  const [className] = useState(wasNear ? 'sf-grid sf-chunk' : 'sf-grid sf-chunk sf-far');
  const [farHeight] = useState(`${rows * ROW}px`);
  return (
    <div ref={part} className={className} style={{ columnGap, '--sf-far-height': farHeight } as CSSProperties}>
      <NearContext value={wasNear}>{children}</NearContext>
    </div>
  );
}
