import type { DocumentComment } from './calls.ts';

/** A comment with its replies. */
export interface CommentThread {
  root: DocumentComment;
  replies: readonly DocumentComment[];
}

/** Threads by the part that they are about. */
export interface ThreadGroup {
  part: string;
  name: string;
  /** The part is no longer there. */
  isGone: boolean;
  threads: readonly CommentThread[];
}

/** Threads in the order in which they were begun, without those of which nothing is left. */
export function threadsOf(comments: readonly DocumentComment[]): CommentThread[] {
  const replies = new Map<string, DocumentComment[]>();
  for (const one of comments)
    if (one.parentId !== '') replies.set(one.parentId, [...(replies.get(one.parentId) ?? []), one]);
  return comments
    .filter(({ parentId }) => parentId === '')
    .map((root) => ({ root, replies: (replies.get(root.id) ?? []).filter(({ isRemoved }) => !isRemoved) }))
    .filter(({ root, replies: left }) => !root.isRemoved || left.length > 0);
}

/** How many threads of each part are not resolved. */
export function openCounts(threads: readonly CommentThread[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { root } of threads) if (!root.isResolved) counts.set(root.part, (counts.get(root.part) ?? 0) + 1);
  return counts;
}

interface Order {
  /** The chosen part, which stands first. */
  first: string;
  /** Null for a part that is gone. */
  nameOf(part: string): string | null;
}

/** The chosen part, the whole document, the other parts, and last what is gone. */
export function groupThreads(threads: readonly CommentThread[], { first, nameOf }: Order): ThreadGroup[] {
  const groups = new Map<string, CommentThread[]>();
  for (const thread of threads) groups.set(thread.root.part, [...(groups.get(thread.root.part) ?? []), thread]);
  const rank = ({ part, isGone }: ThreadGroup): number => (isGone ? 3 : part === first ? 0 : part === '' ? 1 : 2);
  return [...groups]
    .map(([part, own]): ThreadGroup => {
      const name = part === '' ? '' : nameOf(part);
      return { part, name: name ?? (own[0]?.root.partName || part), isGone: name === null, threads: own };
    })
    .toSorted((a, b) => rank(a) - rank(b));
}
