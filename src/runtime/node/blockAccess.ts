import type { AnyNode } from '../../grammar/nodes.ts';
import { isGranted, type Asked } from '../../rules/permission.ts';
import type { Situation } from '../../rules/situation.ts';

/** The part of a node that decides for whom it is there. */
interface Guarded extends Asked {
  flowVisible?: string;
  visibleWhen?: string;
}

/**
 * Whether a block is for this person at all (RP-006: `roles`, `rolesLike`, `permissions`; `flowVisible`). What they
 * may not see the server does not send either; this only keeps the page from offering it. An empty list throws
 * (ER-019), and the block's place says that it cannot be shown.
 */
export function isBlockGranted(node: AnyNode, { user }: Situation): boolean {
  const guarded = node as Guarded;
  return guarded.flowVisible !== '0' && isGranted(guarded, user);
}

/** The block's `visibleWhen`; null when it has none. */
export function conditionOf(node: AnyNode): string | null {
  const { visibleWhen } = node as Guarded;
  return typeof visibleWhen === 'string' && visibleWhen.trim() !== '' ? visibleWhen : null;
}
