import type { KeyboardEvent } from 'react';

/** A key handler that does nothing while an input method composes a word: the key then belongs to it. */
export const unlessComposing =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (!event.nativeEvent.isComposing) act();
  };
