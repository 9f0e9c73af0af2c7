import type { FieldNode } from '../grammar/nodes.ts';
import { isTableNode } from './nodes.ts';
import type { Vocabulary } from './registry.ts';
import { relationOf } from './relation.ts';
import { valueTypeOf } from './types.ts';

/** Whether a field holds numbers. */
export const holdsNumber = (node: FieldNode, vocabulary: Vocabulary): boolean =>
  !isTableNode(node) && valueTypeOf(node, vocabulary) === 'double';

/**
 * Whether a field can say in which area of the country something is: a path through a tree of options, such as province
 * and city, or a single text, such as an option, an area code or an address.
 */
export function holdsArea(node: FieldNode, vocabulary: Vocabulary): boolean {
  const definition = vocabulary.definition(node.tag);
  if (!definition || isTableNode(node) || relationOf(node) !== null) return false;
  if (definition.isPath?.(node as never)) return true;
  return (
    valueTypeOf(node, vocabulary) === 'string' &&
    definition.isFlag !== true &&
    definition.references === undefined &&
    definition.files === undefined &&
    definition.dateFormat?.(node as never) === undefined &&
    definition.comparedAs?.(node as never) === undefined
  );
}
