import { useEffect, useState, type RefObject } from 'react';

/**
 * Returns true if an element is visible on screen in a visible browser tab. Without IntersectionObserver, the element
 * always counts as visible. `isRendered`: true when the element is rendered.
 */
export function useVisible(element: RefObject<HTMLElement | null>, isRendered: boolean): boolean {
  const [isIntersecting, setIntersecting] = useState(() => typeof IntersectionObserver === 'undefined');
  const [isPageVisible, setPageVisible] = useState(() => document.visibilityState !== 'hidden');
  useEffect(() => {
    const onChange = (): void => setPageVisible(document.visibilityState !== 'hidden');
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  useEffect(() => {
    const { current } = element;
    if (!isRendered || !current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((entries) => {
      setIntersecting(entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isRendered]);
  return isIntersecting && isPageVisible;
}
