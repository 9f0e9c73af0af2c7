import type { FormDefinition } from '../../kernel/form.ts';
import { TAGS } from '../../grammar/tags.ts';
import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';

const isFieldNode = (node: AnyNode): node is FieldNode => TAGS[node.tag]?.hasValue === true;

/** Every field outside sub-tables, in document order; containers (rows, cards, tabs, panels) are looked into. */
export function fieldNodes(form: FormDefinition): FieldNode[] {
  const found: FieldNode[] = [];
  const visit = (nodes: readonly AnyNode[]): void => {
    for (const node of nodes) {
      if (isFieldNode(node)) found.push(node);
      else if ('children' in node && Array.isArray(node.children)) {
        // A pane of el-tabs and el-collapse has children but no tag.
        visit(node.children as AnyNode[]);
      }
    }
  };
  visit(form.fields);
  return found;
}
