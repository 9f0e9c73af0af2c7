import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * SL-002: listens for the `save-all` event of sub-tables: 保存全部 saves the record as the page's own button does, and
 * the rows can be edited again once the server has answered, stored or not. Result: the ref for the element around the form.
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
