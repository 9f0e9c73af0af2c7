import { useEffect, useMemo, useState } from 'react';
import { useSituation } from '../../../runtime/contexts.ts';
import { createBrowserStore } from '../browserStore.ts';
import { newId } from '../newId.ts';
import { createInputStore, type InputSource, type InputStore, type StoredInput } from './inputStore.ts';

export interface StoredInputHandle<T> extends Pick<InputStore<T>, 'scheduleStoring' | 'keep' | 'drop'> {
  /** Unsaved input of an earlier visit or of another window; null: none. */
  offeredInput: StoredInput<T> | null;
  /** Call after the offered input has been entered into the form or text; withdraws the offer. */
  markRestored(): void;
  /** Removes the offered input and withdraws the offer. */
  discardOfferedInput(): void;
}

/**
 * Stores a user's unsaved input in this browser until it is saved, so that it survives the end of the session and the
 * closing of the window. Every visit of the page stores its input under its own key; input is offered only to the user
 * who typed it. `storageKey`: unique key of the document or mail.
 */
export function useStoredInput<T>({
  storageKey,
  ...options
}: InputSource<T> & { storageKey: string }): StoredInputHandle<T> {
  const { user } = useSituation();
  const prefix = `unsaved:${user.id}:${storageKey}:`;
  const [offeredInput, setOfferedInput] = useState<StoredInput<T> | null>(null);
  const inputStore = useMemo(() => createInputStore<T>({ store: createBrowserStore(), prefix, id: newId() }), [prefix]);
  useEffect(() => inputStore.setSource(options));
  useEffect(() => {
    let isCurrent = true;
    void inputStore.findLatestOther().then(
      (found) => {
        if (isCurrent) setOfferedInput(found);
      },
      () => undefined,
    );
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') inputStore.flush();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', inputStore.flush);
    return () => {
      isCurrent = false;
      inputStore.flush();
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', inputStore.flush);
    };
  }, [inputStore]);
  return {
    offeredInput,
    scheduleStoring: inputStore.scheduleStoring,
    keep: inputStore.keep,
    drop: inputStore.drop,
    markRestored: () => {
      if (offeredInput) inputStore.takeOver(offeredInput.id);
      setOfferedInput(null);
      inputStore.scheduleStoring();
    },
    discardOfferedInput: () => {
      if (offeredInput) void inputStore.removeOther(offeredInput.id);
      setOfferedInput(null);
    },
  };
}
