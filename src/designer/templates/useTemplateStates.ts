import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { reviewCalls } from '../reviews/calls.ts';
import type { AppTemplate } from './templates.ts';

/** An existing form; version 0: a draft that was never published. */
export interface KnownForm {
  key: string;
  version: number;
}

/**
 * State of the form of a template. `taken`: published. `asked`: review requested. `returned`: returned by the reviewer.
 * `draft`: not in review.
 */
export type TemplateState = 'taken' | 'asked' | 'returned' | 'draft';

/**
 * Returns the states of the templates whose form exists, by form key. A form that was never published has the state
 * `draft` while its review is loading.
 */
export function useTemplateStates(
  templates: readonly AppTemplate[],
  forms: readonly KnownForm[],
): ReadonlyMap<string, TemplateState> {
  const services = useServices();
  const versions = new Map(forms.map(({ key, version }) => [key, version]));
  const existingKeys = templates.map(({ formKey }) => formKey).filter((key) => versions.has(key));
  const draftKeys = existingKeys.filter((key) => versions.get(key) === 0);
  const joinedDraftKeys = draftKeys.join(',');
  const { load } = useLoad(async () => {
    const calls = reviewCalls(services);
    const draftStates = await Promise.all(
      draftKeys.map(async (key): Promise<[string, TemplateState]> => {
        const { review } = await calls.state({ kind: 'form', key });
        return [key, review === null ? 'draft' : review.state === 'open' ? 'asked' : 'returned'];
      }),
    );
    return new Map(draftStates);
    // oxlint-disable-next-line react/exhaustive-deps -- `joinedDraftKeys` contains all `draftKeys`
  }, [services, joinedDraftKeys]);
  return new Map(
    existingKeys.map((key): [string, TemplateState] => [
      key,
      versions.get(key) === 0 ? (load.value?.get(key) ?? 'draft') : 'taken',
    ]),
  );
}
