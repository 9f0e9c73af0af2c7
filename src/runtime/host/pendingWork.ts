/** Work inside a form whose result a save would lack: files on their way, rows of a table still being pasted, filled or imported (EN-016), files that did not arrive. */
export type PendingWork = 'files' | 'rows' | 'failed';

const ORDER: readonly PendingWork[] = ['files', 'rows', 'failed'];
const underWay = new WeakMap<object, Record<PendingWork, number>>();
let all = 0;

/** Counts a piece of work that began; the answer is called once it ended. A failed file counts until it is sent again or taken out. */
export function workBegins(form: object, kind: PendingWork): () => void {
  const counts = underWay.get(form) ?? { files: 0, rows: 0, failed: 0 };
  underWay.set(form, counts);
  counts[kind] += 1;
  if (kind !== 'failed') all += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    counts[kind] -= 1;
    if (kind !== 'failed') all -= 1;
  };
}

/** What a save must wait for; null when nothing. */
export function pendingWork(form: object): PendingWork | null {
  const counts = underWay.get(form);
  return ORDER.find((kind) => counts !== undefined && counts[kind] > 0) ?? null;
}

/** What a person is told who saves or confirms meanwhile. */
export const WAITING: Readonly<Record<PendingWork, string>> = {
  files: '附件正在上传，请在上传完成后再操作',
  rows: '明细正在处理，请在处理完成后再操作',
  failed: '有附件上传失败，请重试或移除后再操作',
};

/** Is any such work under way on any page? */
export const isAnyWork = (): boolean => all > 0;
