let isPressed = false;
let waitingCalls: (() => void)[] = [];

/**
 * Runs the work at once or, while a mouse button or a finger is down, after the release. For work that moves the
 * layout, such as an error text that appears on blur: otherwise the pressed button would move away and the click would
 * be lost.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waitingCalls.push(work);
  else work();
}

/** Tracks pointer presses on a document for `afterPress`. Returns the stop function. */
export function trackPresses(root: Document): () => void {
  const press = (): void => {
    isPressed = true;
  };
  const release = (): void => {
    isPressed = false;
    const calls = waitingCalls;
    waitingCalls = [];
    // the browser sends the click right after the release
    if (calls.length > 0) setTimeout(() => calls.forEach((call) => call()));
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
