import { useEffect, useRef, useState, type RefObject } from 'react';

/** Returns the scale (at most 1) at which a page of `width` pixels fits into its pane, and the ref for the pane. */
export function useScale(width: number): [RefObject<HTMLDivElement | null>, number] {
  const pane = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    if (!pane.current || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const availableWidth = entry?.contentRect.width ?? 0;
      if (availableWidth > 0) setScale(Math.min(1, availableWidth / width));
    });
    observer.observe(pane.current);
    return () => observer.disconnect();
  }, [width]);
  return [pane, scale];
}
