import { useCallback, useMemo } from 'react';
import type { RecordCreationProps } from '../../runtime/host/recordParts.ts';
import { FormBoundary } from '../../runtime/form/FormBoundary.tsx';
import { presetKey } from '../related/presets.ts';
import { RecordDialog } from './RecordDialog.tsx';

/** Dialog above a form, in which the user creates a record to which the form refers. */
export function RecordCreation({ formKey, formName, presets, onCreated, onClose }: RecordCreationProps) {
  const query = useMemo(
    () => ({
      formKey,
      isEdit: '1',
      ...Object.fromEntries(Object.entries(presets).map(([field, value]) => [presetKey(field), value])),
    }),
    [formKey, presets],
  );
  const onSaved = useCallback(
    ({ id, title }: { id?: string; title?: string }) => {
      if (id !== undefined) onCreated({ id, title: title || id });
    },
    [onCreated],
  );
  return (
    <FormBoundary>
      <RecordDialog query={query} presentation="dialog" title={`新建${formName}`} onSaved={onSaved} onClose={onClose} />
    </FormBoundary>
  );
}
