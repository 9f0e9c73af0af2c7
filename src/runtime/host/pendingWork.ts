/** Work inside a form whose result a save would lack: files on their way, rows of a table still being pasted, filled or imported (EN-016). */
export type PendingWork = 'files' | 'rows';

const underWay = new WeakMap<object, Record<PendingWork, number>>();
let all = 0;

/** Counts a piece of work that began; the answer is called once it ended. */
export function workBegins(form: object, kind: PendingWork): () => void {
  const counts = underWay.get(form) ?? { files: 0, rows: 0 };
  underWay.set(form, counts);
  counts[kind] += 1;
  all += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    counts[kind] -= 1;
    all -= 1;
  };
}

/** What a save must wait for; null when nothing. */
export function pendingWork(form: object): PendingWork | null {
  const counts = underWay.get(form);
  return counts && counts.files > 0 ? 'files' : counts && counts.rows > 0 ? 'rows' : null;
}

/** Is any such work under way on any page? */
export const isAnyWork = (): boolean => all > 0;
