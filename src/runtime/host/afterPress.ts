let isPressed = false;
let waiting: (() => void)[] = [];

/**
 * Runs the work at once, or, while a mouse button or finger is down, when it is up again. What moves the page (an error
 * text that appears on leaving a field) waits: else the button that is being pressed slips away and the click is lost.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}

/** Follows the presses on a page until the answer is called. */
export function followPresses(root: Document): () => void {
  const press = (): void => {
    isPressed = true;
  };
  const release = (): void => {
    isPressed = false;
    const due = waiting;
    waiting = [];
    // the click comes right after the release
    if (due.length > 0) setTimeout(() => due.forEach((work) => work()));
  };
  root.addEventListener('pointerdown', press, true);
  root.addEventListener('pointerup', release, true);
  root.addEventListener('pointercancel', release, true);
  return () => {
    root.removeEventListener('pointerdown', press, true);
    root.removeEventListener('pointerup', release, true);
    root.removeEventListener('pointercancel', release, true);
    release();
  };
}
