import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * SL-002: handles the event `save-all` of sub-tables. Their button 保存全部 saves the record like the button of the page.
 * After the server's answer (success or failure) the rows can be edited again. Returns the ref for the element that
 * contains the form.
 */
export function useSaveAllRef(maySave: boolean, save: () => Promise<boolean>): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  const onSaveAll = useEffectEvent((event: Event) => {
    const { detail } = event as CustomEvent<{ event: string; reopen?(): void }>;
    if (maySave && detail.event === 'save-all') void save().then(() => detail.reopen?.());
  });
  useEffect(() => {
    const { current } = container;
    const listen = (event: Event): void => onSaveAll(event);
    current?.addEventListener('sub-table', listen);
    return () => current?.removeEventListener('sub-table', listen);
  }, []);
  return container;
}
