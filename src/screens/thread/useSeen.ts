import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is on screen in a page that is looked at; a browser that cannot tell counts as looking. */
export function useSeen(element: RefObject<HTMLElement | null>, isThere: boolean): boolean {
  const [isShown, setShown] = useState(() => typeof IntersectionObserver === 'undefined');
  const [isLooked, setLooked] = useState(() => document.visibilityState !== 'hidden');
  useEffect(() => {
    const onChange = (): void => setLooked(document.visibilityState !== 'hidden');
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  useEffect(() => {
    const { current } = element;
    if (!isThere || !current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((entries) => {
      setShown(entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isThere]);
  return isShown && isLooked;
}
