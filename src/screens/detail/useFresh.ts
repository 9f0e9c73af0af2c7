import type { FormRecord } from '../../grammar/documents.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useShownAgain } from '../../runtime/page.ts';
import type { DetailQuery } from './situation.ts';

interface Options { query: DetailQuery; stored: FormRecord | null; isBlocked(): boolean; onReload(): void }

/**
 * Somebody else may have gone on with the record while its page lay behind another: it is loaded again then, unless
 * something typed would be lost by it (a save finds that out, and merges). A check that fails is no news.
 */
export function useFresh({ query, stored, isBlocked, onReload }: Options): void {
  const services = useServices();
  useShownAgain(() => {
    if (!stored?.id || isBlocked()) return;
    services.records.get(query.formKey, stored.id, query.taskId ?? undefined).then(
      (now) => { if (now.revision !== stored.revision && !isBlocked()) onReload(); },
      () => undefined,
    );
  });
}
