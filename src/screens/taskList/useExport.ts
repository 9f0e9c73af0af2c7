import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { ListQuery } from '../../runtime/services/paging.ts';
import type { TaskSource } from '../../runtime/services/tasks.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { exportTasks } from './exportTasks.ts';

/** Lists that are being exported, by any component of this window. */
const runningExports = new Set<TaskSource>();

/** Exports a task list. During an export of the list, another call only shows a message. */
export function useExport(source: TaskSource, title: string) {
  const { tasks } = useServices();
  const { message } = useFeedback();
  const [isBusy, setBusy] = useState(false);
  const run = async (query: Pick<ListQuery, 'conditions' | 'keyword'>): Promise<void> => {
    if (runningExports.has(source)) {
      message.info('正在导出，请稍候');
      return;
    }
    runningExports.add(source);
    setBusy(true);
    try {
      const { rows, total } = await exportTasks(tasks, source, title, query);
      if (rows < total) message.warning(`共 ${total} 条，已导出最近的 ${rows} 条；请缩小条件后分次导出`);
      else message.success(`已导出 ${rows} 条`);
    } catch (error) {
      message.error(`导出失败：${messageOf(error)}`);
    } finally {
      runningExports.delete(source);
      setBusy(false);
    }
  };
  return { run, isBusy };
}
