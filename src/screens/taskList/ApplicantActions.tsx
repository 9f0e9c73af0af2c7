import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FlowAct, FlowActBody, Task } from '../../runtime/services/tasks.ts';
import { messageOf } from '../shared/messages.ts';
import { createOnceSender, onceText } from '../shared/sendOnce.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { actionName } from '../todo/actionNames.ts';
import { NoteDialog } from '../todo/acts/NoteDialog.tsx';

/** Buttons for the applicant of a running application: withdraw and urge. The server checks the permission. */
export function ApplicantActions({ task, onDone }: { task: Task; onDone(): void }) {
  const { tasks } = useServices();
  const { confirm, message } = useFeedback();
  const [isUrging, setUrging] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // if the answer is lost and the user presses the button again, the server executes the action only once
  const onceSender = useMemo(
    () => createOnceSender(({ name, body }: { name: FlowAct; body: FlowActBody }, key) => tasks.act(name, body, key)),
    [tasks],
  );
  const act = async (name: FlowAct, successText: string, opinion?: string): Promise<void> => {
    setBusy(true);
    try {
      const { formKey, recordId } = task;
      const body = { formKey, recordId, ...(opinion ? { opinion } : {}) };
      const { kind } = await onceSender.send({ name, body }, `${name}|${recordId}`);
      if (kind === 'new') message.success(successText);
      else message.warning(onceText(kind, successText, actionName(name)), 6);
      // `earlier`: the text was changed after the answer was lost and was not sent; the dialog stays open, so that the
      // user can send it
      if (kind !== 'earlier') setUrging(false);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
      onDone();
    }
  };
  const withdraw = (): void =>
    confirm({
      title: '确定撤回吗？',
      content: `“${task.title}”撤回后可以修改并重新提交。`,
      okText: '撤回',
      onOk: () => act('takeBackFlow', '已撤回'),
    });
  return (
    <>
      {task.canTakeBack ? (
        <Button type="link" size="small" disabled={isBusy} onClick={withdraw} data-action="takeBack">
          撤回
        </Button>
      ) : null}
      {task.canUrge ? (
        <Button type="link" size="small" disabled={isBusy} onClick={() => setUrging(true)} data-action="urge">
          催办
        </Button>
      ) : null}
      {isUrging ? (
        <NoteDialog
          kind="urge"
          subject={task.title}
          isBusy={isBusy}
          onClose={() => setUrging(false)}
          onSubmit={(opinion) => void act('urge', '已催办', opinion)}
        />
      ) : null}
    </>
  );
}
