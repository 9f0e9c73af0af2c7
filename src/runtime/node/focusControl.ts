import type { RefObject } from 'react';

const FOCUS_TIMEOUT_MS = 3000;

/**
 * Returns the element to focus in the frame of a field: the control with this id, else the first enabled control; null
 * if no such control is mounted.
 */
function controlIn(frame: HTMLElement, id: string): HTMLElement | null {
  const controlWithId = frame.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  if (
    controlWithId?.matches('input, textarea, select, button, [tabindex]') &&
    !controlWithId.classList.contains('sf-proxy')
  )
    return controlWithId;
  return frame.querySelector<HTMLElement>(
    '.sf-control :is(input, textarea, select, button, [tabindex="0"]):not(.sf-proxy):not(:disabled)',
  );
}

/** Scrolls the frame into view and focuses its control once that is mounted; stops trying after three seconds. */
export function focusControl(ref: RefObject<HTMLElement | null>, id: string): void {
  const deadline = performance.now() + FOCUS_TIMEOUT_MS;
  let hasScrolled = false;
  const attempt = (): void => {
    const frame = ref.current;
    if (frame && frame.offsetParent !== null && !hasScrolled) {
      hasScrolled = true;
      frame.scrollIntoView({ block: 'center' });
    }
    const control = frame && controlIn(frame, id);
    if (control) {
      control.focus({ preventScroll: true });
      if (document.activeElement === control) return;
    }
    if (performance.now() < deadline) requestAnimationFrame(attempt);
  };
  attempt();
}
