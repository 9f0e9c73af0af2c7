import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useOneAtATime } from '../../../runtime/host/useOneAtATime.ts';
import { PEOPLE_ACT_TEXTS, type PeopleAct } from './peopleActs.ts';
import { PeopleDialog } from './PeopleDialog.tsx';
import { RemoveSignDialog } from './RemoveSignDialog.tsx';
import type { FlowActs } from './useFlowActs.ts';

type Act = PeopleAct | 'removeSign';
const ACT_ORDER: readonly Act[] = ['transfer', 'delegate', 'addSign', 'removeSign', 'cc'];
const LABELS: Readonly<Record<Act, string>> = {
  transfer: PEOPLE_ACT_TEXTS.transfer.title,
  delegate: PEOPLE_ACT_TEXTS.delegate.title,
  addSign: PEOPLE_ACT_TEXTS.addSign.title,
  removeSign: '减签',
  cc: PEOPLE_ACT_TEXTS.cc.title,
};

/** Menu 更多操作 of a task: transfer, delegate, add or remove signers, and send copies, if the node allows them. */
export function TaskActsMenu({
  flow,
  isDirty,
  onSave,
  onDone,
}: {
  flow: FlowActs;
  isDirty: boolean;
  /** Saves the form. Returns true on success. */
  onSave(): Promise<boolean>;
  onDone(act: Act): void;
}) {
  const [act, setAct] = useState<Act | null>(null);
  // one run includes saving and the act, so that a second click or a cancellation between them cannot change the result
  const exclusiveRun = useOneAtATime();
  const isBusy = exclusiveRun.isBusy || flow.isBusy;
  const task = flow.options?.task;
  if (!task) return null;
  const offeredActs = ACT_ORDER.filter(
    (candidate) =>
      task.actions.includes(candidate) &&
      (candidate !== 'removeSign' || task.signers.some(({ canRemove }) => canRemove)),
  );
  if (offeredActs.length === 0) return null;
  const run = (name: Act, body: Parameters<FlowActs['act']>[1], savesFirst = false): Promise<void> =>
    exclusiveRun.run(async () => {
      if (savesFirst && !(await onSave())) {
        // closes the dialog, because the form shows the reason of the failure
        setAct(null);
        return;
      }
      if (!(await flow.act(name, { taskId: task.taskId, ...body }))) return;
      setAct(null);
      onDone(name);
    });
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: offeredActs.map((key) => ({
            key,
            label: <span data-action={key}>{task.names?.[key] ?? LABELS[key]}</span>,
          })),
          onClick: ({ key }) => setAct(key as Act),
        }}
      >
        <Button disabled={isBusy} data-action="hand-on">
          更多操作 <DownOutlined />
        </Button>
      </Dropdown>
      {act === 'removeSign' ? (
        <RemoveSignDialog
          signers={task.signers}
          isBusy={isBusy}
          onClose={() => setAct(null)}
          onDone={(signers) => void run('removeSign', { signers })}
        />
      ) : null}
      {act && act !== 'removeSign' ? (
        <PeopleDialog
          act={act}
          isBusy={isBusy}
          isDirty={isDirty}
          applicantId={task.applicantId}
          onClose={() => setAct(null)}
          canSave={task.actions.includes('save')}
          onDone={(body, savesFirst) => void run(act, body, savesFirst)}
        />
      ) : null}
    </>
  );
}
