import { useEffect, useRef, useState, type RefObject } from 'react';

/** How much smaller a page of `width` pixels is shown where its pane is narrower. */
export function useScale(width: number): [RefObject<HTMLDivElement | null>, number] {
  const body = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    if (!body.current || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const room = entry?.contentRect.width ?? 0;
      if (room > 0) setScale(Math.min(1, room / width));
    });
    observer.observe(body.current);
    return () => observer.disconnect();
  }, [width]);
  return [body, scale];
}
