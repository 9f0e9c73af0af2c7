import { useEffect } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import { useFeedback } from '../useFeedback.ts';
import { useStoredInput, type StoredInputHandle } from './useStoredInput.ts';

type Fields = FormRecord['fieldsMap'];

/**
 * Stores the unsaved input of a form without drafts (a mail, a notice) in this browser, and restores it. `storageKey`
 * and `base`: as in `useStoredInput` and `StoredInput`.
 */
export function useStoredFormInput(
  session: FormSession,
  { storageKey, base = '' }: { storageKey: string; base?: string },
): StoredInputHandle<Fields> & { restore(): void } {
  const { confirm } = useFeedback();
  const storedInput = useStoredInput<Fields>({
    storageKey,
    base,
    read: () => (session.isDirty ? session.toRecord().fieldsMap : null),
  });
  const { scheduleStoring } = storedInput;
  useEffect(() => session.onValueChange(null, scheduleStoring), [session, scheduleStoring]);
  const replaceValues = (): void => {
    const storedValues = storedInput.offeredInput?.value ?? {};
    for (const [field, value] of Object.entries(storedValues)) {
      const label = storedValues[companionKey(field)];
      if (session.field(field)) session.setValue(field, value, typeof label === 'string' ? label : undefined);
    }
    storedInput.markRestored();
  };
  const restore = (): void => {
    if (session.isDirty)
      confirm({
        title: '恢复会替换现在填写的内容，确定恢复吗？',
        okText: '恢复',
        isDanger: true,
        onOk: replaceValues,
      });
    else replaceValues();
  };
  return { ...storedInput, restore };
}
