import { useEffect, useMemo, useState } from 'react';
import { useSituation } from '../../../runtime/contexts.ts';
import { createBrowserStore } from '../browserStore.ts';
import { newId } from '../newId.ts';
import { createKeeper, type Asked, type Keeper, type KeptWork } from './keeper.ts';

export interface Kept<T> extends Pick<Keeper<T>, 'soon' | 'keep' | 'drop'> {
  /** Unsaved input of an earlier visit or of another window; null: none. */
  offer: KeptWork<T> | null;
  /** Call when the offered input has been taken over. */
  took(): void;
  discard(): void;
}

/**
 * Stores a user's unsaved input in this browser until it is saved, so that it survives the end of the session and the
 * closing of the window. Every visit has its own entry; input is only offered to the user who typed it. `place`: unique
 * key of the document or letter.
 */
export function useKept<T>({ place, ...options }: Asked<T> & { place: string }): Kept<T> {
  const { user } = useSituation();
  const prefix = `unsaved:${user.id}:${place}:`;
  const [offer, setOffer] = useState<KeptWork<T> | null>(null);
  const keeper = useMemo(() => createKeeper<T>({ store: createBrowserStore(), prefix, id: newId() }), [prefix]);
  useEffect(() => keeper.follow(options));
  useEffect(() => {
    let isWanted = true;
    void keeper.find().then(
      (found) => {
        if (isWanted) setOffer(found);
      },
      () => undefined,
    );
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', keeper.flush);
    return () => {
      isWanted = false;
      keeper.flush();
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', keeper.flush);
    };
  }, [keeper]);
  return {
    offer,
    soon: keeper.soon,
    keep: keeper.keep,
    drop: keeper.drop,
    took: () => {
      if (offer) keeper.take(offer.id);
      setOffer(null);
      keeper.soon();
    },
    discard: () => {
      if (offer) void keeper.remove(offer.id);
      setOffer(null);
    },
  };
}
