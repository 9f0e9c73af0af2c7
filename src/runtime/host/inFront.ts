/**
 * Returns true if `element` is visible (not in a hidden tab) and the event with this target does not come from a dialog
 * above the element. For keyboard shortcuts with a listener on the whole document.
 */
export function isInFront(element: HTMLElement, target: EventTarget | null): boolean {
  if (element.getClientRects().length === 0) return false;
  const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
  return dialog === null || dialog.contains(element);
}
