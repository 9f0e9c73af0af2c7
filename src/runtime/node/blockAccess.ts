import type { AnyNode } from '../../grammar/nodes.ts';
import { isGranted, type AccessRequirement } from '../../rules/permission.ts';
import type { Situation } from '../../rules/situation.ts';

/** The keys of a node that decide who may see it. */
interface AccessKeys extends AccessRequirement {
  flowVisible?: string;
  visibleWhen?: string;
}

/**
 * Permission check of a block (RP-006: `roles`, `rolesLike`, `permissions`; `flowVisible`). The result only hides the
 * block: the server checks each request for the block's data again. Throws when one of the three lists is empty
 * (ER-019); the page then shows an error message instead of the block.
 */
export function isBlockGranted(node: AnyNode, { user }: Situation): boolean {
  const access = node as AccessKeys;
  return access.flowVisible !== '0' && isGranted(access, user);
}

/** The block's `visibleWhen`; null when it has none. */
export function conditionOf(node: AnyNode): string | null {
  const { visibleWhen } = node as AccessKeys;
  return typeof visibleWhen === 'string' && visibleWhen.trim() !== '' ? visibleWhen : null;
}
