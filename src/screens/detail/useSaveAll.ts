import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * SL-002: the `save-all` of a sub-table inside is heard here: who presses 保存全部 has the record saved, as by the page's
 * own button. Answers the ref for the element around the form.
 */
export function useSaveAll(isFilling: boolean, save: () => void): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  const onSaveAll = useEffectEvent((event: Event) => {
    if (isFilling && (event as CustomEvent<{ event: string }>).detail.event === 'save-all') save();
  });
  useEffect(() => {
    const { current } = around;
    const listen = (event: Event): void => onSaveAll(event);
    current?.addEventListener('sub-table', listen);
    return () => current?.removeEventListener('sub-table', listen);
  }, []);
  return around;
}
