/**
 * Work whose result a save would miss. 'files': running uploads; 'rows': table rows that are being pasted, filled or
 * imported (EN-016); 'failed': failed uploads.
 */
export type PendingWork = 'files' | 'rows' | 'failed';

const PRECEDENCE: readonly PendingWork[] = ['files', 'rows', 'failed'];
const countsByForm = new WeakMap<object, Record<PendingWork, number>>();
let runningCount = 0;

/**
 * Counts work that begins. Call the returned function when it has ended. A failed file counts until it is uploaded
 * again or removed.
 */
export function beginWork(form: object, kind: PendingWork): () => void {
  const counts = countsByForm.get(form) ?? { files: 0, rows: 0, failed: 0 };
  countsByForm.set(form, counts);
  counts[kind] += 1;
  if (kind !== 'failed') runningCount += 1;
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    counts[kind] -= 1;
    if (kind !== 'failed') runningCount -= 1;
  };
}

/** The kind of work that a save must wait for; null: none. */
export function pendingWork(form: object): PendingWork | null {
  const counts = countsByForm.get(form);
  return PRECEDENCE.find((kind) => counts !== undefined && counts[kind] > 0) ?? null;
}

/** Messages for a user who saves or confirms while work is pending. */
export const PENDING_WORK_MESSAGES: Readonly<Record<PendingWork, string>> = {
  files: '附件正在上传，请在上传完成后再操作',
  rows: '明细正在处理，请在处理完成后再操作',
  failed: '有附件上传失败，请重试或移除后再操作',
};

/** True while uploads or row operations are running on any page. Failed files do not count. */
export const isWorkRunning = (): boolean => runningCount > 0;
