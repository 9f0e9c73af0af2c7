import type { FieldNode } from '../../grammar/nodes.ts';
import { type FormDefinition, isFieldNode, walkNodes } from '../../kernel/index.ts';

/** Every field outside sub-tables, in document order; containers (rows, cards, tabs, panels) are looked into. */
export const fieldNodes = (form: FormDefinition): FieldNode[] =>
  [...walkNodes(form.fields)].map(({ node }) => node).filter(isFieldNode);
