import type { DocumentComment } from './calls.ts';

/** A comment with its replies. */
export interface CommentThread {
  root: DocumentComment;
  replies: readonly DocumentComment[];
}

/** The threads about one part of the document. */
export interface ThreadGroup {
  part: string;
  name: string;
  /** True if the part was deleted or its key was changed. */
  isDeleted: boolean;
  threads: readonly CommentThread[];
}

/**
 * Groups comments into threads, in the order of their first comments. Omits removed replies, and threads whose comments
 * are all removed.
 */
export function threadsOf(comments: readonly DocumentComment[]): CommentThread[] {
  const replies = new Map<string, DocumentComment[]>();
  for (const comment of comments)
    if (comment.parentId !== '') replies.set(comment.parentId, [...(replies.get(comment.parentId) ?? []), comment]);
  return comments
    .filter(({ parentId }) => parentId === '')
    .map((root) => ({ root, replies: (replies.get(root.id) ?? []).filter(({ isRemoved }) => !isRemoved) }))
    .filter(({ root, replies: visibleReplies }) => !root.isRemoved || visibleReplies.length > 0);
}

/** Returns for each part of the document the number of its unresolved threads. */
export function unresolvedThreadCounts(threads: readonly CommentThread[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { root } of threads) if (!root.isResolved) counts.set(root.part, (counts.get(root.part) ?? 0) + 1);
  return counts;
}

interface GroupingOptions {
  /** The part whose threads are listed first. */
  firstPart: string;
  /** Returns the current name of a part; null when it was deleted. */
  nameOf(part: string): string | null;
}

/**
 * Groups threads by part: the selected part first, then the whole document, the other parts, and deleted parts last.
 */
export function groupThreads(threads: readonly CommentThread[], { firstPart, nameOf }: GroupingOptions): ThreadGroup[] {
  const groups = new Map<string, CommentThread[]>();
  for (const thread of threads) groups.set(thread.root.part, [...(groups.get(thread.root.part) ?? []), thread]);
  const rank = ({ part, isDeleted }: ThreadGroup): number => {
    if (isDeleted) return 3;
    if (part === firstPart) return 0;
    return part === '' ? 1 : 2;
  };
  return [...groups]
    .map(([part, partThreads]): ThreadGroup => {
      const name = part === '' ? '' : nameOf(part);
      return {
        part,
        name: name ?? (partThreads[0]?.root.partName || part),
        isDeleted: name === null,
        threads: partThreads,
      };
    })
    .toSorted((a, b) => rank(a) - rank(b));
}
