import { useEffect, useMemo, useRef, type RefObject, type SyntheticEvent } from 'react';

/** Returns true if an element belongs to a dialog above the editor, e.g. a confirmation of the editor's own dialog. */
function isInDialogAbove(editorElement: HTMLElement | null, target: Node): boolean {
  const dialog = target instanceof Element ? target.closest('.ant-modal-root') : null;
  return dialog !== null && editorElement !== null && !dialog.contains(editorElement);
}

/**
 * Calls `onOutside` with the element that the user presses or focuses outside an editor. The editor's popups are
 * mounted elsewhere in the page, but React events bubble through the component tree: an event that reaches the returned
 * handlers comes from inside the editor or its popups.
 */
export function useOutsideEvent(
  editorRef: RefObject<HTMLElement | null>,
  onOutside: (target: Node) => void,
): { onPointerDownCapture(event: SyntheticEvent): void; onFocusCapture(event: SyntheticEvent): void } {
  const lastInsideEvent = useRef<Event | null>(null);
  const handlers = useMemo(() => {
    const markInside = (event: SyntheticEvent): void => {
      lastInsideEvent.current = event.nativeEvent;
    };
    return { onPointerDownCapture: markInside, onFocusCapture: markInside };
  }, []);
  useEffect(() => {
    // React listens on the root and on portal containers, all below document, so the handlers above run before this
    // listener.
    const handleEvent = (event: Event): void => {
      const { target } = event;
      if (event === lastInsideEvent.current || !(target instanceof Node) || editorRef.current?.contains(target)) return;
      if (isInDialogAbove(editorRef.current, target)) return;
      onOutside(target);
    };
    document.addEventListener('pointerdown', handleEvent);
    document.addEventListener('focusin', handleEvent);
    return () => {
      document.removeEventListener('pointerdown', handleEvent);
      document.removeEventListener('focusin', handleEvent);
    };
  }, [editorRef, onOutside]);
  return handlers;
}
