import { useCallback, useEffect, useState } from 'react';
import type { ListViews, SavedView } from '../../../runtime/services/listViews.ts';
import type { Services } from '../../../runtime/services/services.ts';
import { useServices } from '../../../runtime/contexts.ts';

/** The last answers by list, so that a list opened again does not wait for its views. */
const answers = new WeakMap<Services, Map<string, Promise<ListViews | null>>>();

/**
 * Requests the views of a list. `place`: key of the list among the lists of the form. Null after a failed request: the
 * list then opens as defined in its document.
 */
async function fetchViews(services: Services, formKey: string, place: string): Promise<ListViews | null> {
  try {
    return await services.listViews.list(formKey, place);
  } catch {
    return null;
  }
}

/** Loads the views of a list again, for its next opening. */
export function refreshViews(services: Services, formKey: string, place: string): Promise<ListViews | null> {
  const answersByList = answers.get(services) ?? new Map<string, Promise<ListViews | null>>();
  answers.set(services, answersByList);
  const answer = fetchViews(services, formKey, place);
  answersByList.set(`${formKey} ${place}`, answer);
  return answer;
}

/** The initial view of a list: a saved view, a view that the document defines, or the list without a view. */
export type OpeningView = { kind: 'saved'; view: SavedView } | { kind: 'prepared'; id: string } | { kind: 'document' };

function openingViewOf(views: ListViews | null): OpeningView {
  const id = views?.ownDefault || views?.commonDefault || '';
  const view = views?.views.find((item) => item.id === id);
  return view ? { kind: 'saved', view } : id.startsWith('doc:') ? { kind: 'prepared', id } : { kind: 'document' };
}

/**
 * Returns the initial view of a list; undefined until it is known. It stays the same while the list is shown: a changed
 * default applies when the list is opened again.
 */
export function useOpeningView(formKey: string, place: string): OpeningView | undefined {
  const services = useServices();
  const [loadedView, setLoadedView] = useState<{ key: string; view: OpeningView } | null>(null);
  const key = `${formKey} ${place}`;
  const load = useCallback(async (): Promise<OpeningView> => {
    const earlierAnswer = answers.get(services)?.get(key);
    const latestAnswer = refreshViews(services, formKey, place);
    return openingViewOf((await earlierAnswer) ?? (await latestAnswer));
  }, [services, formKey, place, key]);
  useEffect(() => {
    let isCurrent = true;
    void load().then((view) => {
      if (isCurrent) setLoadedView({ key, view });
    });
    return () => {
      isCurrent = false;
    };
  }, [load, key]);
  return loadedView?.key === key ? loadedView.view : undefined;
}
