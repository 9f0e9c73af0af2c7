import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

/** Agreeing to several to-dos at once: asks first, and names what could not be done. */
export function useBatch(onDone: () => void) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const results = await services.tasks.batch(ids, '同意');
      const failed = results.filter(({ isDone }) => !isDone);
      if (failed.length === 0) message.success(`已办理 ${results.length} 项`);
      else message.warning(`已办理 ${results.length - failed.length} 项，${failed.length} 项未办理：${[...new Set(failed.map(({ msg }) => msg))].join('；')}`);
      setIds([]);
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const ask = (): void => confirm({ title: `同意所选的 ${ids.length} 项吗？`, content: '办理意见均为“同意”，提交后按各自的流程流转。', okText: '同意', onOk: run });
  return { ids, setIds, isBusy, ask };
}
