import type { FormRecord } from '../../grammar/documents.ts';
import { useEffect, useRef } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { OpenDialogs } from '../../runtime/openDialogs.ts';
import { useShownAgain } from '../../runtime/page.ts';
import type { DetailQuery } from './situation.ts';

interface Options { query: DetailQuery; stored: FormRecord | null; /** Open over the record. */ dialogs: OpenDialogs; isBlocked(): boolean; onReload(): void }

/**
 * Somebody else may have gone on with the record while its page lay behind another: it is loaded again then, unless
 * something typed would be lost by it (a save finds that out, and merges), and not under an open dialog of it. A check that
 * fails is no news.
 */
export function useFresh({ query, stored, dialogs, isBlocked, onReload }: Options): void {
  const services = useServices();
  const reload = useRef<() => void>(() => undefined);
  useEffect(() => { reload.current = () => { if (!isBlocked()) onReload(); }; });
  const release = useRef<() => void>(() => undefined);
  useEffect(() => () => release.current(), []);
  useShownAgain(() => {
    if (!stored?.id || isBlocked()) return;
    services.records.get(query.formKey, stored.id, query.taskId ?? undefined).then(
      (now) => {
        release.current();
        if (now.revision !== stored.revision) release.current = dialogs.whenNone(() => reload.current());
      },
      () => undefined,
    );
  });
}
