import { Alert, Button, Checkbox } from 'antd';
import { useState } from 'react';
import type { NodeRules } from '../../rules/situation.ts';
import type { OpinionDetails } from '../../runtime/services/tasks.ts';
import { isContinuousApprovalOn, setContinuousApproval } from './acts/continuousApproval.ts';
import { TaskActsMenu } from './acts/TaskActsMenu.tsx';
import type { FlowActs } from './acts/useFlowActs.ts';
import { actionName } from './actionNames.ts';
import { createStoredOpinion } from './storedOpinion.ts';
import { OpinionDialog, type Act, type EnteredDetails } from './OpinionDialog.tsx';

interface Props {
  /**
   * `userId` and `taskId` are parts of the key under which the opinion is stored. `taskId` is the record id if the task
   * is unknown.
   */
  userId: string;
  taskId: string;
  rules: NodeRules | null;
  /** Opinion in the form, if the node defines a field for it. */
  formOpinion?: string;
  flow: FlowActs;
  isBusy: boolean;
  isDirty: boolean;
  /** Returns true if the action may start; approving requires a valid form. */
  mayStart(action: Act): boolean;
  /** Performs the action. Returns true on success. */
  onAct(action: Act, opinion: string, details: OpinionDetails): Promise<boolean>;
  /** Saves the record. Returns true on success. */
  onSave(): Promise<boolean>;
  /** Called after an act of the menu 更多操作: a transfer or delegation, a change of signers, or a copy. */
  onTaskActDone(act: string): void;
}

const DECISIONS: readonly Act[] = ['reject', 'return', 'approve'];

/**
 * Buttons for the actions of the task: save, the menu 更多操作 and the decisions. Each decision opens a dialog for the
 * opinion.
 */
export function ApprovalBar({
  userId,
  taskId,
  rules,
  formOpinion = '',
  flow,
  isBusy,
  isDirty,
  mayStart,
  onAct,
  onSave,
  onTaskActDone,
}: Props) {
  const [openAction, setOpenAction] = useState<Act | null>(null);
  const [isContinuousOn, setContinuousOn] = useState(isContinuousApprovalOn);
  const task = flow.options?.task ?? null;
  /** The input of the last action that the server refused. */
  const [refusedInput, setRefusedInput] = useState<{ taskId: string; act: Act; entered: EnteredDetails } | null>(null);
  const allowedActions: readonly string[] = task?.actions ?? rules?.actions ?? [];
  const isOffered = (action: Act): boolean =>
    allowedActions.includes(action) || (action === 'return' && allowedActions.includes('returnTo'));
  const actionLabels = task?.names ?? rules?.actionNames ?? {};
  const labelOf = (action: Act): string =>
    action === 'approve' && task?.kind === 'delegate' ? '办理完成' : (actionLabels[action] ?? actionName(action));
  const storedOpinion = openAction ? createStoredOpinion(userId, taskId, openAction) : null;
  const suspension = flow.options?.suspended;
  if (suspension) {
    return (
      <section className="sc-approval" aria-label="办理">
        <Alert
          type="warning"
          showIcon
          className="sc-rests"
          message={`流程已由 ${suspension.by} 于 ${suspension.time} 暂停，恢复后才能办理${suspension.reason ? `。原因：${suspension.reason}` : ''}`}
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
      {flow.state === 'failed' ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="sc-rests"
          message="办理选项没有加载出来，暂时不能办理"
          action={
            <Button size="small" onClick={flow.reload} data-action="retry-flow">
              重试
            </Button>
          }
        />
      ) : null}
      <Checkbox
        className="sc-continuous"
        checked={isContinuousOn}
        onChange={({ target }) => {
          setContinuousOn(target.checked);
          setContinuousApproval(target.checked);
        }}
        data-action="continuous"
      >
        办理后打开下一条
      </Checkbox>
      {allowedActions.includes('save') ? (
        <Button onClick={() => void onSave()} disabled={isBusy} data-action="save">
          {actionLabels['save'] ?? '保存'}
        </Button>
      ) : null}
      <TaskActsMenu flow={flow} isDirty={isDirty} onSave={onSave} onDone={onTaskActDone} />
      {DECISIONS.filter(isOffered).map((action) => (
        <Button
          key={action}
          type={action === 'approve' ? 'primary' : 'default'}
          danger={action === 'reject'}
          // the dialog needs the loaded options: return targets, a required signature, and the owner of the task
          disabled={isBusy || flow.state !== 'ready'}
          data-action={action}
          onClick={() => {
            if (mayStart(action)) setOpenAction(action);
          }}
        >
          {labelOf(action)}
        </Button>
      ))}
      {openAction && storedOpinion ? (
        <OpinionDialog
          act={openAction}
          title={labelOf(openAction)}
          task={task}
          storedOpinion={storedOpinion}
          formOpinion={formOpinion}
          isBusy={isBusy}
          onClose={() => setOpenAction(null)}
          entered={
            refusedInput?.taskId === taskId && refusedInput.act === openAction ? refusedInput.entered : undefined
          }
          onDone={(opinion, details, entered) => {
            void onAct(openAction, opinion, details).then((isDone) => {
              if (isDone) storedOpinion.forget();
              setRefusedInput(isDone ? null : { taskId, act: openAction, entered });
              setOpenAction(null);
            });
          }}
        />
      ) : null}
    </section>
  );
}
