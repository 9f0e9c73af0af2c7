import type { Services } from '../../../runtime/services/services.ts';
import { detailAddress } from '../../navigation/pageNavigation.ts';
import { taskQuery } from '../../taskList/tasks.ts';

/**
 * EN-015: storage key of the setting for continuous approval, which opens the next to-do after a decision; off by
 * default.
 */
const STORAGE_KEY = 'continuousApproval';

/** Returns true if the user has turned the setting on. */
export function isContinuousApprovalOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === '1';
  } catch {
    return false; // storage may be forbidden
  }
}

export function setContinuousApproval(isOn: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? '1' : '0');
  } catch {
    // without storage the choice is lost when the page is left
  }
}

/** Returns the address of the newest to-do except the finished one; null if there is none or the request fails. */
export async function findNextTodoAddress(services: Services, finishedTaskId: string | null): Promise<string | null> {
  try {
    const { list } = await services.tasks.list('todo', { page: { pageNum: 1, pageSize: 10 }, conditions: [] });
    const next = list.find(({ taskId }) => taskId !== finishedTaskId);
    return next ? detailAddress(taskQuery('todo', next)) : null;
  } catch {
    return null;
  }
}
