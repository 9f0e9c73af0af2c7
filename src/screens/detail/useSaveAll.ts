import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * SL-002: the `save-all` of a sub-table inside is heard here: who presses 保存全部 has the record saved, as by the page's
 * own button, and edits the rows on once it is answered. Answers the ref for the element around the form.
 */
export function useSaveAll(maySave: boolean, save: () => Promise<boolean>): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  const onSaveAll = useEffectEvent((event: Event) => {
    const { detail } = event as CustomEvent<{ event: string; reopen?(): void }>;
    if (maySave && detail.event === 'save-all') void save().then(() => detail.reopen?.());
  });
  useEffect(() => {
    const { current } = around;
    const listen = (event: Event): void => onSaveAll(event);
    current?.addEventListener('sub-table', listen);
    return () => current?.removeEventListener('sub-table', listen);
  }, []);
  return around;
}
