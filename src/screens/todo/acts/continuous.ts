import type { Services } from '../../../runtime/services/services.ts';
import { detailAddress } from '../../place/place.ts';
import { taskQuery } from '../../taskList/tasks.ts';

/** EN-015: after a decision the next to-do opens by itself; '0' unless the person wants it. Kept in this browser. */
const KEY = 'continuousApproval';

export function isContinuous(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false; // storage may be forbidden
  }
}

export function setContinuous(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? '1' : '0');
  } catch {
    // the choice lasts as long as the page then
  }
}

/** Address of the next to-do, the newest first; null when there is none or it cannot be asked. */
export async function nextTodo(services: Services, doneTaskId: string | null): Promise<string | null> {
  try {
    const { list } = await services.tasks.list('todo', { page: { pageNum: 1, pageSize: 10 }, conditions: [] });
    const next = list.find(({ taskId }) => taskId !== doneTaskId);
    return next ? detailAddress(taskQuery('todo', next)) : null;
  } catch {
    return null;
  }
}
