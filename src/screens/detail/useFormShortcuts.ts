import { useEffect, useEffectEvent, type RefObject } from 'react';
import { isInFront } from '../../runtime/host/inFront.ts';

interface FormShortcuts {
  /** True in edit mode, except for an approver; otherwise the keys are not handled. */
  isEditing: boolean;
  isBusy: boolean;
  /** True for a new record. */
  isNew: boolean;
  onSave(): void;
  /** Absent for a form without a process. */
  onSubmit?(): void;
}

/**
 * Keyboard shortcuts of a record in edit mode: Ctrl+S saves, Ctrl+Enter submits. The input in the focused field or cell
 * is committed first. In a new record the focus is set before the fields, so that one Tab reaches the first field.
 */
export function useFormShortcuts(container: RefObject<HTMLElement | null>, shortcuts: FormShortcuts): void {
  const { isEditing, isNew } = shortcuts;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const element = container.current;
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const act =
      event.key.toLowerCase() === 's' ? shortcuts.onSave : event.key === 'Enter' ? shortcuts.onSubmit : undefined;
    if (!act || !element || !isInFront(element, event.target)) return;
    event.preventDefault();
    if (event.repeat || shortcuts.isBusy) return;
    const active = document.activeElement;
    if (active instanceof HTMLElement && element.contains(active)) {
      active.blur();
      setTimeout(() => {
        if (document.activeElement === document.body && active.isConnected) active.focus({ preventScroll: true });
      });
    }
    act();
  });
  useEffect(() => {
    if (!isEditing) return undefined;
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isEditing]);
  useEffect(() => {
    if (isEditing && isNew && document.activeElement === document.body)
      container.current?.querySelector<HTMLElement>('.sc-record-body')?.focus({ preventScroll: true });
  }, [container, isEditing, isNew]);
}
