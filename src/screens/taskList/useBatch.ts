import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { BatchDecision, Task } from '../../runtime/services/tasks.ts';
import type { BatchFailure } from '../shared/BatchFailures.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

interface FailedTask extends BatchFailure {
  task: Task;
}

/**
 * Batch decision on several to-dos. Failed to-dos stay selected and are listed in `failures` with their reasons. Only
 * selected tasks among `shown` count, so that finished tasks and tasks of other pages are excluded.
 */
export function useBatch(shown: readonly Task[], onDone: () => void) {
  const services = useServices();
  const { message } = useFeedback();
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [dialogAction, openDialog] = useState<BatchDecision['action'] | null>(null);
  const tasks = shown.filter(({ taskId }) => selectedIds.includes(taskId));
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly FailedTask[]>([]);
  const [emptiedCount, setEmptiedCount] = useState(0);
  // the dialog closes with its last task, so that another selection does not open it again
  if (dialogAction !== null && tasks.length === 0 && !isBusy) {
    openDialog(null);
    setEmptiedCount(emptiedCount + 1);
  }
  useEffect(() => {
    if (emptiedCount > 0) message.info('所选事项已被办理，不再需要批量操作');
  }, [emptiedCount, message]);
  const run = async (action: BatchDecision['action'], opinion: string): Promise<void> => {
    setBusy(true);
    try {
      const results = await services.tasks.batch(
        tasks.map(({ taskId }) => taskId),
        { action, opinion },
      );
      const failed = results.flatMap(({ taskId, isDone, msg }): FailedTask[] => {
        const task = isDone ? undefined : tasks.find((item) => item.taskId === taskId);
        return task ? [{ id: taskId, title: task.title, reason: msg, task }] : [];
      });
      if (failed.length < results.length) message.success(`已办理 ${results.length - failed.length} 项`);
      setFailures(failed);
      setSelectedIds(failed.map(({ id }) => id));
      openDialog(null);
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    ids: tasks.map(({ taskId }) => taskId),
    tasks,
    setSelectedIds,
    isBusy,
    dialogAction,
    openDialog,
    run,
    failures,
    closeFailures: () => setFailures([]),
  };
}
