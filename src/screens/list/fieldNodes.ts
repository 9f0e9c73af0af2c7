import type { FieldNode } from '../../grammar/nodes.ts';
import { type FormDefinition, isFieldNode, walkNodes } from '../../kernel/index.ts';

/**
 * Returns all fields outside sub-tables in document order, including those inside containers (rows, cards, tabs,
 * panels).
 */
export const fieldNodes = (form: FormDefinition): FieldNode[] =>
  [...walkNodes(form.fields)].map(({ node }) => node).filter(isFieldNode);
