import type { AnyNode } from '../../grammar/nodes.ts';
import { isGranted, type AccessRequirement } from '../../rules/permission.ts';
import type { Situation } from '../../rules/situation.ts';

/** The keys of a node that restrict who may see it. */
interface AccessKeys extends AccessRequirement {
  flowVisible?: string;
  visibleWhen?: string;
}

/**
 * Checks the permissions of a block (RP-006: `roles`, `rolesLike`, `permissions`; `flowVisible`). The result only hides
 * the block: the server checks each request for the block's data again. Throws when one of the three lists is empty
 * (ER-019); the page then shows an error message in place of the block.
 */
export function isBlockGranted(node: AnyNode, { user }: Situation): boolean {
  const access = node as AccessKeys;
  return access.flowVisible !== '0' && isGranted(access, user);
}

/** Returns the block's `visibleWhen`; null without one. */
export function conditionOf(node: AnyNode): string | null {
  const { visibleWhen } = node as AccessKeys;
  return typeof visibleWhen === 'string' && visibleWhen.trim() !== '' ? visibleWhen : null;
}
