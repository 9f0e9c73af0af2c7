import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { reviewCalls } from '../reviews/calls.ts';
import type { AppTemplate } from './templates.ts';

/** A form that is there; version 0: a draft that was never published. */
export interface KnownForm {
  key: string;
  version: number;
}

/** State of a template: `taken` its form is published, `asked` under review, `returned` rejected by the reviewer, `draft` not under review. */
export type TakenState = 'taken' | 'asked' | 'returned' | 'draft';

/** How far each template has come whose form is there, by the key of the form. A draft counts as one until its review is known. */
export function useTakenTemplates(
  templates: readonly AppTemplate[],
  forms: readonly KnownForm[],
): ReadonlyMap<string, TakenState> {
  const services = useServices();
  const versions = new Map(forms.map(({ key, version }) => [key, version]));
  const here = templates.map(({ formKey }) => formKey).filter((key) => versions.has(key));
  const drafts = here.filter((key) => versions.get(key) === 0);
  const asked = drafts.join(',');
  const { load } = useLoad(async () => {
    const calls = reviewCalls(services);
    const found = await Promise.all(
      drafts.map(async (key): Promise<[string, TakenState]> => {
        const { review } = await calls.state({ kind: 'form', key });
        return [key, review === null ? 'draft' : review.state === 'open' ? 'asked' : 'returned'];
      }),
    );
    return new Map(found);
    // oxlint-disable-next-line react/exhaustive-deps -- the text holds all drafts
  }, [services, asked]);
  return new Map(
    here.map((key): [string, TakenState] => [
      key,
      versions.get(key) === 0 ? (load.value?.get(key) ?? 'draft') : 'taken',
    ]),
  );
}
