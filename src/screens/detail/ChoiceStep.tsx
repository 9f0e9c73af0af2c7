import { useState } from 'react';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { OpinionMore, Transition } from '../../runtime/services/tasks.ts';
import { ChoiceDialog, type ChoiceNode } from '../todo/acts/ChoiceDialog.tsx';
import type { OpenedRecord } from './useRecord.ts';

/** The server asked whom the next node goes to: the same step again, with the answer. */
export function ChoiceStep({ record }: { record: OpenedRecord }) {
  const { saving, lastRun, run, stored, user } = record;
  const [made, setMade] = useState<NonNullable<OpinionMore['choices']>>({});
  const error = saving.failure?.error;
  if (!(error instanceof ServiceError) || error.code !== 'FLOW_CHOICE' || !lastRun) return null;
  const nodes = (error.data as { nodes?: ChoiceNode[] } | null)?.nodes ?? [];
  return (
    <ChoiceDialog
      key={nodes.map(({ nodeId }) => nodeId).join()}
      nodes={nodes}
      applicant={stored?.createBy ?? user.id}
      isBusy={saving.isBusy}
      onClose={saving.dismiss}
      onDone={(chosen) => {
        const choices = { ...made, ...chosen };
        setMade(choices);
        void run(lastRun.action as Transition['action'], { ...lastRun.more, choices });
      }}
    />
  );
}
