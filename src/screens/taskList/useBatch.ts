import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { BatchDecision, Task } from '../../runtime/services/tasks.ts';
import type { BatchFailure } from '../shared/BatchFailures.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

interface FailedTask extends BatchFailure {
  task: Task;
}

const NO_OUTCOME = { failures: [], doneText: '' };

export type BatchAction = BatchDecision['action'];

/** Returns true if the task offers at least one act of a batch. */
export const isSelectable = ({ canBatch, canTransfer }: Task): boolean => canBatch === true || canTransfer === true;

const isOfferedFor = ({ canBatch, canTransfer }: Task, action: BatchAction): boolean =>
  (action === 'transfer' ? canTransfer : canBatch) === true;

/**
 * Returns the selection of to-dos, and functions to perform one act on several of them. A selected task counts only
 * while it is among `shownTasks`, so tasks that are finished or on another page are left out. An act is performed on
 * the selected tasks that offer it (`tasksFor`). The other tasks, and those for which the act fails, stay selected.
 * `failures` lists the failed tasks with the reasons; `doneText` says what was done.
 */
export function useBatch(shownTasks: readonly Task[], onDone: () => void) {
  const services = useServices();
  const { message } = useFeedback();
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [dialogAction, setDialogAction] = useState<BatchAction | null>(null);
  const tasks = shownTasks.filter(({ taskId }) => selectedIds.includes(taskId));
  const tasksFor = (action: BatchAction): Task[] => tasks.filter((task) => isOfferedFor(task, action));
  const [isBusy, setBusy] = useState(false);
  const [{ failures, doneText }, setOutcome] = useState<{ failures: readonly FailedTask[]; doneText: string }>(
    NO_OUTCOME,
  );
  /** Number of times that the dialog was closed because none of its tasks was left. */
  const [emptiedCount, setEmptiedCount] = useState(0);
  // closes the dialog when none of its tasks is left: otherwise a new selection would show the dialog again
  if (dialogAction !== null && tasksFor(dialogAction).length === 0 && !isBusy) {
    setDialogAction(null);
    setEmptiedCount(emptiedCount + 1);
  }
  useEffect(() => {
    if (emptiedCount > 0) message.info('所选事项已被办理，不再需要批量操作');
  }, [emptiedCount, message]);
  const run = async (decision: BatchDecision, colleagueName = ''): Promise<void> => {
    setBusy(true);
    try {
      const sentIds = tasksFor(decision.action).map(({ taskId }) => taskId);
      const results = await services.tasks.batch(sentIds, decision);
      const failedTasks = results.flatMap(({ taskId, isDone, msg }): FailedTask[] => {
        const task = isDone ? undefined : tasks.find((item) => item.taskId === taskId);
        return task ? [{ id: taskId, title: task.title, reason: msg, task }] : [];
      });
      const doneCount = results.length - failedTasks.length;
      const outcomeText =
        doneCount === 0
          ? ''
          : decision.action === 'transfer'
            ? `已转办给${colleagueName} ${doneCount} 项`
            : `已办理 ${doneCount} 项`;
      if (outcomeText !== '') message.success(outcomeText);
      setOutcome({ failures: failedTasks, doneText: outcomeText });
      setSelectedIds((before) => [...before.filter((id) => !sentIds.includes(id)), ...failedTasks.map(({ id }) => id)]);
      setDialogAction(null);
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    ids: tasks.map(({ taskId }) => taskId),
    setSelectedIds,
    isBusy,
    dialogAction,
    setDialogAction,
    run,
    tasksFor,
    failures,
    doneText,
    closeFailures: () => setOutcome(NO_OUTCOME),
  };
}
