import { useCallback, useEffect, useState } from 'react';
import type { ListViews, SavedView } from '../../../runtime/services/listViews.ts';
import type { Services } from '../../../runtime/services/services.ts';
import { useServices } from '../../../runtime/contexts.ts';

/** The last answers by list, so that a list that is opened again does not wait for its views. */
const answers = new WeakMap<Services, Map<string, Promise<ListViews | null>>>();

/** Asks for the views of a list. Null if the call fails: the list then opens as its document says. */
async function askViews(services: Services, formKey: string, place: string): Promise<ListViews | null> {
  try {
    return await services.listViews.list(formKey, place);
  } catch {
    return null;
  }
}

/** Loads the views of a list again, for the next time that it is opened. */
export function refreshViews(services: Services, formKey: string, place: string): Promise<ListViews | null> {
  const known = answers.get(services) ?? new Map<string, Promise<ListViews | null>>();
  answers.set(services, known);
  const answer = askViews(services, formKey, place);
  known.set(`${formKey} ${place}`, answer);
  return answer;
}

/**
 * The view with which a list opens: a saved one, one that the document prepares, or the list as the document has it.
 */
export type OpeningView = { kind: 'saved'; view: SavedView } | { kind: 'prepared'; id: string } | { kind: 'document' };

function openingViewOf(views: ListViews | null): OpeningView {
  const id = views?.ownDefault || views?.commonDefault || '';
  const view = views?.views.find((one) => one.id === id);
  return view ? { kind: 'saved', view } : id.startsWith('doc:') ? { kind: 'prepared', id } : { kind: 'document' };
}

/**
 * The view with which a list opens. Undefined until it is known. It does not change while the list is shown: a default
 * that is set meanwhile applies when the list is opened again.
 */
export function useOpeningView(formKey: string, place: string): OpeningView | undefined {
  const services = useServices();
  const [opening, setOpening] = useState<{ key: string; view: OpeningView } | null>(null);
  const key = `${formKey} ${place}`;
  const load = useCallback(async (): Promise<OpeningView> => {
    const earlier = answers.get(services)?.get(key);
    const latest = refreshViews(services, formKey, place);
    return openingViewOf((await earlier) ?? (await latest));
  }, [services, formKey, place, key]);
  useEffect(() => {
    let isCurrent = true;
    void load().then((view) => {
      if (isCurrent) setOpening({ key, view });
    });
    return () => {
      isCurrent = false;
    };
  }, [load, key]);
  return opening?.key === key ? opening.view : undefined;
}
