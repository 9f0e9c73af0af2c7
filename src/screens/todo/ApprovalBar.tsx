import { Alert, Button, Checkbox } from 'antd';
import { useState } from 'react';
import type { NodeRules } from '../../rules/situation.ts';
import type { OpinionDetails } from '../../runtime/services/tasks.ts';
import { isContinuous, setContinuous } from './acts/continuous.ts';
import { HandOnMenu } from './acts/HandOnMenu.tsx';
import type { FlowActs } from './acts/useFlow.ts';
import { actionName } from './actionNames.ts';
import { keptOpinion } from './keptOpinion.ts';
import { OpinionDialog, type Act } from './OpinionDialog.tsx';

interface Props {
  /** Who acts, and on what: the task, or the record where it is not known. */
  userId: string;
  taskId: string;
  rules: NodeRules | null;
  /** The opinion that stands in the form already, where the node names its field. */
  formOpinion?: string;
  flow: FlowActs;
  isBusy: boolean;
  isDirty: boolean;
  /** Whether an action may be begun now; a consent needs a complete form. */
  mayBegin(action: Act): boolean;
  /** Answers true when it was done. */
  onAct(action: Act, opinion: string, more: OpinionDetails): Promise<boolean>;
  /** Answers whether it was saved. */
  onSave(): Promise<boolean>;
  /** The task was handed on, or its signers changed. */
  onHandedOn(act: string): void;
}

const ACTS: readonly Act[] = ['reject', 'return', 'approve'];

/** The actions that this task offers; each asks for the opinion that goes with it. */
export function ApprovalBar({
  userId,
  taskId,
  rules,
  formOpinion = '',
  flow,
  isBusy,
  isDirty,
  mayBegin,
  onAct,
  onSave,
  onHandedOn,
}: Props) {
  const [act, setAct] = useState<Act | null>(null);
  const [isOn, setOn] = useState(isContinuous);
  const task = flow.options?.task ?? null;
  const allowed: readonly string[] = task?.actions ?? rules?.actions ?? [];
  const isOffered = (action: Act): boolean =>
    allowed.includes(action) || (action === 'return' && allowed.includes('returnTo'));
  const named = task?.names ?? rules?.actionNames ?? {};
  const labelOf = (action: Act): string =>
    action === 'approve' && task?.kind === 'delegate' ? '办理完成' : (named[action] ?? actionName(action));
  const kept = act ? keptOpinion(userId, taskId, act) : null;
  const rests = flow.options?.suspended;
  if (rests) {
    return (
      <section className="sc-approval" aria-label="办理">
        <Alert
          type="warning"
          showIcon
          className="sc-rests"
          message={`流程已由 ${rests.by} 于 ${rests.time} 暂停，恢复后才能办理${rests.reason ? `。原因：${rests.reason}` : ''}`}
          data-suspended
        />
      </section>
    );
  }
  return (
    <section className="sc-approval" aria-label="办理">
      {task?.actsFor ? (
        <span className="sc-task-item" data-acts-for>
          您代「<strong>{task.actsFor}</strong>」办理
        </span>
      ) : null}
      {task?.item ? (
        <span className="sc-task-item" data-task-item>
          本次办理：<strong>{task.item}</strong>
        </span>
      ) : null}
      <Checkbox
        className="sc-continuous"
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked);
          setContinuous(target.checked);
        }}
        data-action="continuous"
      >
        办理后打开下一条
      </Checkbox>
      {allowed.includes('save') ? (
        <Button onClick={() => void onSave()} disabled={isBusy} data-action="save">
          {named['save'] ?? '保存'}
        </Button>
      ) : null}
      <HandOnMenu flow={flow} isDirty={isDirty} onSave={onSave} onDone={onHandedOn} />
      {ACTS.filter(isOffered).map((action) => (
        <Button
          key={action}
          type={action === 'approve' ? 'primary' : 'default'}
          danger={action === 'reject'}
          disabled={isBusy}
          data-action={action}
          onClick={() => {
            if (mayBegin(action)) setAct(action);
          }}
        >
          {labelOf(action)}
        </Button>
      ))}
      {act && kept ? (
        <OpinionDialog
          act={act}
          title={labelOf(act)}
          task={task}
          kept={kept}
          formOpinion={formOpinion}
          isBusy={isBusy}
          onClose={() => setAct(null)}
          onDone={(opinion, more) => {
            void onAct(act, opinion, more).then((isDone) => {
              if (isDone) kept.forget();
              setAct(null);
            });
          }}
        />
      ) : null}
    </section>
  );
}
