import { notice } from './notice.ts';
import { pendingWork, type PendingWork } from './pendingWork.ts';

/** Messages for a user who saves or confirms while work is pending. */
const MESSAGES: Readonly<Record<PendingWork, string>> = {
  files: '附件正在上传，请在上传完成后再操作',
  rows: '明细正在处理，请在处理完成后再操作',
  calls: '关联数据还没有取到，请稍后再操作',
  failed: '有附件上传失败，请重试或移除后再操作',
  outdated: '明细还没有更新，请先在明细上方处理',
};

/** Longest time for which a save waits for calls that fill fields or cells, and the polling interval, in ms. */
const CALLS_LIMIT_MS = 10_000;
const CALLS_INTERVAL_MS = 50;

/**
 * Checks before values are sent. Returns false, with a notice, while work on the form is running or an upload has
 * failed. `owner`: the session of the form; without a form, the services.
 */
export function checkNothingPending(owner: object): boolean {
  const pending = pendingWork(owner);
  if (pending) notice('warning', MESSAGES[pending]);
  return pending === null;
}

/** Waits at most ten seconds while calls that fill fields or cells are the only pending work of the form. */
export async function waitForCalls(owner: object): Promise<void> {
  for (let waited = 0; pendingWork(owner) === 'calls' && waited < CALLS_LIMIT_MS; waited += CALLS_INTERVAL_MS)
    await new Promise((resolve) => {
      setTimeout(resolve, CALLS_INTERVAL_MS);
    });
}
