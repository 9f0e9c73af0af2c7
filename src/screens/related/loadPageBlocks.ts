import type { AnyNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { isFieldNode, walkNodes } from '../../kernel/index.ts';
import type { Services } from '../../runtime/services/services.ts';
import { readScreen } from '../../runtime/screen/readScreen.ts';

const isRecordPageNode = (node: AnyNode): node is AnyNode & { children: AnyNode[] } =>
  !isFieldNode(node) && node.tag === 'detail' && Array.isArray((node as { children?: unknown }).children);

const detailScreenKey = ({ area, formKey }: FormDefinition): string | null =>
  area ? `${area}/${formKey}/detail` : null;

/** Prefetches the form's own detail screen (`<area>/<formKey>/detail`), whose blocks the record page shows. */
export function prefetchPageBlocks(services: Services, definition: FormDefinition): void {
  const key = detailScreenKey(definition);
  if (key !== null) services.screens.prefetch?.(key);
}

/**
 * Loads the blocks of the form's own detail screen (`<area>/<formKey>/detail`), which the generic record page then
 * shows. Returns no blocks if the form has no such screen or the screen cannot be read.
 */
export async function loadPageBlocks(services: Services, definition: FormDefinition): Promise<readonly AnyNode[]> {
  const key = detailScreenKey(definition);
  if (key === null) return [];
  try {
    const screen = readScreen(await services.screens.get(key));
    const root = screen.ok ? screen.value.root : null;
    return root
      ? ([...walkNodes([root as AnyNode])].map(({ node }) => node).find(isRecordPageNode)?.children ?? [])
      : [];
  } catch {
    return [];
  }
}
