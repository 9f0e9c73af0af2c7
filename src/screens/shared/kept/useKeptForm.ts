import { useEffect } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../kernel/index.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import { useKept, type Kept } from './useKept.ts';

type Fields = FormRecord['fieldsMap'];

/** Stores and restores the unsaved input of a form without drafts (a letter, a notice). */
export function useKeptForm(
  session: FormSession,
  { place, base = '' }: { place: string; base?: string },
): Kept<Fields> & { restore(): void } {
  const kept = useKept<Fields>({ place, base, read: () => (session.isDirty ? session.toRecord().fieldsMap : null) });
  const { soon } = kept;
  useEffect(() => session.onValue(null, soon), [session, soon]);
  const restore = (): void => {
    const written = kept.offer?.value ?? {};
    for (const [field, value] of Object.entries(written)) {
      const label = written[companionKey(field)];
      if (session.field(field)) session.setValue(field, value, typeof label === 'string' ? label : undefined);
    }
    kept.took();
  };
  return { ...kept, restore };
}
