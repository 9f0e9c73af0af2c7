import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { BatchDecision, Task } from '../../runtime/services/tasks.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

/**
 * Batch decision on several to-dos; the message names the reasons of failures. Only selected tasks that are among
 * `shown` count, so that tasks of other pages and finished ones are excluded.
 */
export function useBatch(shown: readonly Task[], onDone: () => void) {
  const services = useServices();
  const { message } = useFeedback();
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [dialogAction, openDialog] = useState<BatchDecision['action'] | null>(null);
  const tasks = shown.filter(({ taskId }) => selectedIds.includes(taskId));
  const [isBusy, setBusy] = useState(false);
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
      const failed = results.filter(({ isDone }) => !isDone);
      if (failed.length === 0) message.success(`已办理 ${results.length} 项`);
      else
        message.warning(
          `已办理 ${results.length - failed.length} 项，${failed.length} 项未办理：${[...new Set(failed.map(({ msg }) => msg))].join('；')}`,
        );
      setSelectedIds([]);
      openDialog(null);
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { ids: tasks.map(({ taskId }) => taskId), tasks, setSelectedIds, isBusy, dialogAction, openDialog, run };
}
