import { useEffect } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import { useFeedback } from '../useFeedback.ts';
import { useKept, type KeptInputHandle } from './useKept.ts';

type Fields = FormRecord['fieldsMap'];

/** Stores and restores the unsaved input of a form without drafts (a letter, a notice). */
export function useKeptForm(
  session: FormSession,
  { storageKey, base = '' }: { storageKey: string; base?: string },
): KeptInputHandle<Fields> & { restore(): void } {
  const { confirm } = useFeedback();
  const kept = useKept<Fields>({
    storageKey,
    base,
    read: () => (session.isDirty ? session.toRecord().fieldsMap : null),
  });
  const { scheduleStoring } = kept;
  useEffect(() => session.onValue(null, scheduleStoring), [session, scheduleStoring]);
  const restoreNow = (): void => {
    const stored = kept.offer?.value ?? {};
    for (const [field, value] of Object.entries(stored)) {
      const label = stored[companionKey(field)];
      if (session.field(field)) session.setValue(field, value, typeof label === 'string' ? label : undefined);
    }
    kept.markRestored();
  };
  const restore = (): void => {
    if (session.isDirty)
      confirm({
        title: '恢复会替换现在填写的内容，确定恢复吗？',
        okText: '恢复',
        isDanger: true,
        onOk: restoreNow,
      });
    else restoreNow();
  };
  return { ...kept, restore };
}
