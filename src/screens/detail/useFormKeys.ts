import { useEffect, useEffectEvent, type RefObject } from 'react';

interface FormKeys {
  /** Whether the record is being filled in; otherwise the keys are left to the browser. */
  isFilling: boolean;
  isBusy: boolean;
  /** A new record, whose first field should be one Tab away. */
  isNew: boolean;
  onSave(): void;
  /** Absent where the form has no process. */
  onSubmit?(): void;
}

/** Whether the page of `part` is the one in front: a page of another tab is hidden, and a dialog opened later covers it. */
function isInFront(part: HTMLElement, target: EventTarget | null): boolean {
  if (part.getClientRects().length === 0) return false;
  const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
  return dialog === null || dialog.contains(part);
}

/**
 * The keyboard of a record that is filled in: Ctrl+S saves it, Ctrl+Enter submits it, and a new one takes the focus
 * to its fields, so that one Tab reaches the first. What is still being typed in a field or cell is taken over before.
 */
export function useFormKeys(around: RefObject<HTMLElement | null>, keys: FormKeys): void {
  const { isFilling, isNew } = keys;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const part = around.current;
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const act = event.key.toLowerCase() === 's' ? keys.onSave : event.key === 'Enter' ? keys.onSubmit : undefined;
    if (!act || !part || !isInFront(part, event.target)) return;
    event.preventDefault();
    if (event.repeat || keys.isBusy) return;
    const active = document.activeElement;
    if (active instanceof HTMLElement && part.contains(active)) {
      active.blur();
      setTimeout(() => {
        if (document.activeElement === document.body && active.isConnected) active.focus({ preventScroll: true });
      });
    }
    act();
  });
  useEffect(() => {
    if (!isFilling) return undefined;
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isFilling]);
  useEffect(() => {
    if (isFilling && isNew && document.activeElement === document.body)
      around.current?.querySelector<HTMLElement>('.sc-record-body')?.focus({ preventScroll: true });
  }, [around, isFilling, isNew]);
}
