import { useEffect, useMemo, useState } from 'react';
import { useSituation } from '../../../runtime/contexts.ts';
import { createBrowserStore } from '../browserStore.ts';
import { newId } from '../newId.ts';
import { createKeeper, type Asked, type Keeper, type KeptWork } from './keeper.ts';

export interface Kept<T> extends Pick<Keeper<T>, 'soon' | 'keep' | 'drop'> {
  /** Of an earlier visit, or of another window. */
  offer: KeptWork<T> | null;
  /** The offer has been taken over. */
  took(): void;
  discard(): void;
}

/**
 * Keeps what one person writes at a place in this browser until it is saved: neither a session that ends nor a window that
 * closes takes it away. Every visit keeps its own; whoever signs in after somebody else is offered none of theirs.
 * `place`: which document or letter; no two have the same.
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
