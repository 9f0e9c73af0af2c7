import type { FormRecord } from '../../grammar/documents.ts';
import { useEffect, useRef, type RefObject } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { OpenDialogs } from '../../runtime/host/openDialogs.ts';
import { useShownAgain } from '../../runtime/screen/page.ts';
import type { DetailQuery } from './situation.ts';

interface Options {
  query: DetailQuery;
  stored: FormRecord | null;
  /** Around the record. */ part: RefObject<HTMLElement | null>;
  /** Open over the record. */ dialogs: OpenDialogs;
  isBlocked(): boolean;
  onReload(): void;
}

/** Runs when the keyboard has gone elsewhere; false when it is elsewhere already. */
function whenLeft(part: HTMLElement | null, run: () => void): (() => void) | false {
  if (!part?.contains(document.activeElement)) return false;
  // where it goes is known a moment later
  const onOut = (): void => {
    setTimeout(() => {
      if (!part.contains(document.activeElement)) run();
    });
  };
  part.addEventListener('focusout', onOut);
  return () => part.removeEventListener('focusout', onOut);
}

/**
 * Somebody else may have gone on with the record while its page lay behind another: it is loaded again then, unless
 * something typed would be lost by it (a save finds that out, and merges), and not under an open dialog or menu of it, nor
 * under a field that somebody has gone to: what is being typed there reaches the session a moment later. A check that fails
 * is no news.
 */
export function useFresh({ query, stored, part, dialogs, isBlocked, onReload }: Options): void {
  const services = useServices();
  const reload = useRef<() => void>(() => undefined);
  useEffect(() => {
    reload.current = () => {
      if (!isBlocked()) onReload();
    };
  });
  const release = useRef<() => void>(() => undefined);
  useEffect(() => () => release.current(), []);
  const reloadWhenFree = (): void => {
    release.current();
    let stay = (): void => undefined;
    const forget = dialogs.whenNone(() => {
      const waits = whenLeft(part.current, reloadWhenFree);
      if (waits) stay = waits;
      else reload.current();
    });
    release.current = () => {
      forget();
      stay();
    };
  };
  useShownAgain(() => {
    if (!stored?.id || isBlocked()) return;
    services.records.get(query.formKey, stored.id, query.taskId ?? undefined).then(
      (now) => {
        if (now.revision === stored.revision) release.current();
        else reloadWhenFree();
      },
      () => undefined,
    );
  });
}
