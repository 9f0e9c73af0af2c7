import type { AnyNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { isFieldNode, walkNodes } from '../../kernel/index.ts';
import type { Services } from '../../runtime/services/services.ts';
import { readScreen } from '../../runtime/screen/readScreen.ts';

const isPage = (node: AnyNode): node is AnyNode & { children: AnyNode[] } =>
  !isFieldNode(node) && node.tag === 'detail' && Array.isArray((node as { children?: unknown }).children);

/**
 * The blocks of a form's own page (`<area>/<formKey>/detail`), for the generic page, which says nothing of its own. None
 * where the form has no such screen, or it cannot be read: then the record's form stands alone.
 */
export async function pageBlocks(services: Services, { area, formKey }: FormDefinition): Promise<readonly AnyNode[]> {
  if (!area) return [];
  try {
    const screen = readScreen(await services.screens.get(`${area}/${formKey}/detail`));
    const root = screen.ok ? screen.value.root : null;
    return root ? ([...walkNodes([root as AnyNode])].map(({ node }) => node).find(isPage)?.children ?? []) : [];
  } catch {
    return [];
  }
}
