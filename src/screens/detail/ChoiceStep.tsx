import { useState } from 'react';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { OpinionDetails, Transition } from '../../runtime/services/tasks.ts';
import { ChoiceDialog, type ChoiceNode } from '../todo/acts/ChoiceDialog.tsx';
import type { OpenedRecord } from './useRecord.ts';

/**
 * Dialog in which the user selects the assignees of the next nodes, after the server refused an act with FLOW_CHOICE.
 * The act is then repeated with the selected assignees. Renders nothing if there was no such refusal.
 */
export function ChoiceStep({ record }: { record: OpenedRecord }) {
  const { saving, lastRun, run, storedRecord, user } = record;
  const [choicesSoFar, setChoicesSoFar] = useState<NonNullable<OpinionDetails['choices']>>({});
  const error = saving.failure?.error;
  if (!(error instanceof ServiceError) || error.code !== 'FLOW_CHOICE' || !lastRun) return null;
  const nodes = (error.data as { nodes?: ChoiceNode[] } | null)?.nodes ?? [];
  return (
    <ChoiceDialog
      key={nodes.map(({ nodeId }) => nodeId).join()}
      nodes={nodes}
      applicant={storedRecord?.createBy ?? user.id}
      isBusy={saving.isBusy}
      onClose={saving.dismiss}
      onDone={(newChoices) => {
        const choices = { ...choicesSoFar, ...newChoices };
        setChoicesSoFar(choices);
        void run(lastRun.action as Transition['action'], { ...lastRun.details, choices });
      }}
    />
  );
}
