import type { FormRecord } from '../../grammar/documents.ts';
import { useEffect, useRef, type RefObject } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { OpenDialogs } from '../../runtime/host/openDialogs.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import type { DetailQuery } from './situation.ts';

interface Options {
  query: DetailQuery;
  storedRecord: FormRecord | null;
  /** The element that contains the record. */
  container: RefObject<HTMLElement | null>;
  /** Counter of the dialogs that are open over the record. */
  dialogs: OpenDialogs;
  /** Returns true while there are unsaved changes. */
  hasUnsaved(): boolean;
  onReload(): void;
}

/**
 * Calls `run` when the focus leaves the element, and returns the cancel function. Returns false, without calling `run`,
 * if the focus is not inside the element.
 */
function onFocusLeft(element: HTMLElement | null, run: () => void): (() => void) | false {
  if (!element?.contains(document.activeElement)) return false;
  // the newly focused element is known only after the event
  const onOut = (): void => {
    setTimeout(() => {
      if (!element.contains(document.activeElement)) run();
    });
  };
  element.addEventListener('focusout', onOut);
  return () => element.removeEventListener('focusout', onOut);
}

/**
 * Loads the record again when the page is shown again and the record has changed on the server. Does nothing while
 * there are unsaved changes (a save then detects the conflict and offers a merge). Waits while a dialog or menu of the
 * record is open or a field has the focus, because input reaches the session with a delay. A failed check is ignored.
 */
export function useReloadWhenShown({ query, storedRecord, container, dialogs, hasUnsaved, onReload }: Options): void {
  const services = useServices();
  const reload = useRef<() => void>(() => undefined);
  useEffect(() => {
    reload.current = () => {
      if (!hasUnsaved()) onReload();
    };
  });
  const cancelReload = useRef<() => void>(() => undefined);
  useEffect(() => () => cancelReload.current(), []);
  const reloadWhenFree = (): void => {
    cancelReload.current();
    let cancelFocusWait = (): void => undefined;
    const cancelDialogWait = dialogs.whenNoneIsOpen(() => {
      const cancelWait = onFocusLeft(container.current, reloadWhenFree);
      if (cancelWait) cancelFocusWait = cancelWait;
      else reload.current();
    });
    cancelReload.current = () => {
      cancelDialogWait();
      cancelFocusWait();
    };
  };
  useShownAgainListener(() => {
    if (!storedRecord?.id || hasUnsaved()) return;
    services.records.get(query.formKey, storedRecord.id, query.taskId ?? undefined).then(
      (latestRecord) => {
        if (latestRecord.revision === storedRecord.revision) cancelReload.current();
        else reloadWhenFree();
      },
      () => undefined,
    );
  });
}
