import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { Task } from '../../runtime/services/tasks.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

/**
 * Agreeing to several to-dos at once: asks first, and names what could not be done. Of what was ticked only what is
 * `shown` counts: nobody agrees to what is done meanwhile, or stands on another page.
 */
export function useBatch(shown: readonly Pick<Task, 'taskId'>[], onDone: () => void) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const [ticked, setIds] = useState<readonly string[]>([]);
  const ids = ticked.filter((id) => shown.some(({ taskId }) => taskId === id));
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const results = await services.tasks.batch(ids, '同意');
      const failed = results.filter(({ isDone }) => !isDone);
      if (failed.length === 0) message.success(`已办理 ${results.length} 项`);
      else
        message.warning(
          `已办理 ${results.length - failed.length} 项，${failed.length} 项未办理：${[...new Set(failed.map(({ msg }) => msg))].join('；')}`,
        );
      setIds([]);
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const ask = (): void =>
    confirm({
      title: `同意所选的 ${ids.length} 项吗？`,
      content: '办理意见均为“同意”，提交后按各自的流程流转。',
      okText: '同意',
      onOk: run,
    });
  return { ids, setIds, isBusy, ask };
}
