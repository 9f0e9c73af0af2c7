import { useEffect, useMemo, useState } from 'react';
import { useSituation } from '../../../runtime/contexts.ts';
import { createBrowserStore } from '../browserStore.ts';
import { newId } from '../newId.ts';
import { createKeeper, type KeptSource, type Keeper, type KeptInput } from './keeper.ts';

export interface KeptInputHandle<T> extends Pick<Keeper<T>, 'scheduleStoring' | 'keep' | 'drop'> {
  /** Unsaved input of an earlier visit or of another window; null: none. */
  offer: KeptInput<T> | null;
  /** Call after the offered input has been taken over. */
  markRestored(): void;
  discard(): void;
}

/**
 * Stores a user's unsaved input in this browser until it is saved, so that it survives the end of the session and the
 * closing of the window. Every visit has its own entry; input is offered only to the user who typed it. `storageKey`:
 * unique key of the document or letter.
 */
export function useKept<T>({ storageKey, ...options }: KeptSource<T> & { storageKey: string }): KeptInputHandle<T> {
  const { user } = useSituation();
  const prefix = `unsaved:${user.id}:${storageKey}:`;
  const [offer, setOffer] = useState<KeptInput<T> | null>(null);
  const keeper = useMemo(() => createKeeper<T>({ store: createBrowserStore(), prefix, id: newId() }), [prefix]);
  useEffect(() => keeper.follow(options));
  useEffect(() => {
    let isCurrent = true;
    void keeper.find().then(
      (found) => {
        if (isCurrent) setOffer(found);
      },
      () => undefined,
    );
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', keeper.flush);
    return () => {
      isCurrent = false;
      keeper.flush();
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', keeper.flush);
    };
  }, [keeper]);
  return {
    offer,
    scheduleStoring: keeper.scheduleStoring,
    keep: keeper.keep,
    drop: keeper.drop,
    markRestored: () => {
      if (offer) keeper.takeOver(offer.id);
      setOffer(null);
      keeper.scheduleStoring();
    },
    discard: () => {
      if (offer) void keeper.remove(offer.id);
      setOffer(null);
    },
  };
}
