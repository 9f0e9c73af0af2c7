import type { AnyNode } from '../grammar/nodes.ts';
import type { Situation } from '../rules/situation.ts';

/** The part of a node that decides for whom it is there. */
interface Guarded { roles?: readonly string[]; permissions?: readonly string[]; flowVisible?: string; visibleWhen?: string }

/**
 * Whether a block is for this person at all (`roles`, `permissions`, `flowVisible`). What they may not see the
 * server does not send either; this only keeps the page from offering it.
 */
export function isBlockGranted(node: AnyNode, { user }: Situation): boolean {
  const { roles, permissions, flowVisible } = node as Guarded;
  const has = (asked: readonly string[] | undefined, owned: readonly string[]): boolean => !asked?.length || asked.some((name) => owned.includes(name));
  return flowVisible !== '0' && has(roles, user.roles) && has(permissions, user.permissions ?? []);
}

/** The block's `visibleWhen`; null when it has none. */
export function conditionOf(node: AnyNode): string | null {
  const { visibleWhen } = node as Guarded;
  return typeof visibleWhen === 'string' && visibleWhen.trim() !== '' ? visibleWhen : null;
}
