import { useEffect, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import type { Values } from '../../../records/index.ts';
import { valuesOf } from '../typedChanges.ts';
import type { OpenedRecord } from '../useRecord.ts';
import { MergeDialog } from './MergeDialog.tsx';

/**
 * Dialog for restoring a draft of a record that has changed since the draft was begun. Shows the differences; the user
 * selects the changes of the draft to restore.
 */
export function DraftMerge({ record, onClose }: { record: OpenedRecord; onClose(): void }) {
  const services = useServices();
  const { drafts, session, storedRecord, restore } = record;
  const draft = drafts.offer?.draft;
  // the record at the start of the draft: null during loading, `values` null if it could not be loaded
  const [base, setBase] = useState<{ values: Values | null } | null>(null);
  useEffect(() => {
    if (!draft?.recordId || draft.revision === null) return undefined;
    let isCurrent = true;
    const show = (values: Values | null): void => {
      if (isCurrent) setBase({ values });
    };
    services.records.getRevision(draft.formKey, draft.recordId, draft.revision).then(
      (before) => show(valuesOf(before)),
      () => show(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [services, draft]);
  // a copy, so that the dialog keeps showing the same values when the form changes
  const [theirs] = useState<Values>(() => ({ ...session.values }));
  if (!draft || !base) return null;
  return (
    <MergeDialog
      title="恢复草稿"
      message={`您填写草稿之后，这条记录有过变动：${storedRecord?.updateByName ?? '他人'}，${storedRecord?.updateTime ?? ''}。`}
      compiled={session.compiled}
      base={base.values}
      mine={draft.patch}
      theirs={theirs}
      okText="恢复所选内容"
      canMerge
      onMerge={(chosenPatch) => {
        restore(chosenPatch);
        onClose();
      }}
      cancel={{ text: '暂不恢复', action: 'cancel-restore', onClick: onClose }}
    />
  );
}
