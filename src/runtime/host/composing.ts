import type { KeyboardEvent } from 'react';

/** Returns a key handler that ignores the key while an input method is composing a word. */
export const unlessComposing =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (!event.nativeEvent.isComposing) act();
  };
