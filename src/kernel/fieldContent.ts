import type { FieldNode } from '../grammar/nodes.ts';
import { isTableNode } from './nodes.ts';
import type { Vocabulary } from './registry.ts';
import { relationOf } from './relation.ts';
import { valueTypeOf } from './types.ts';

/** What some keys of a document need a field to hold. */
export type FieldContent = 'area' | 'number' | 'date';

/** Whether a field holds numbers. */
const holdsNumber = (node: FieldNode, vocabulary: Vocabulary): boolean =>
  !isTableNode(node) && valueTypeOf(node, vocabulary) === 'double';

/**
 * Whether a field can say in which area of the country something is: a path through a tree of options, such as province
 * and city, or a single text, such as an option, an area code or an address.
 */
function holdsArea(node: FieldNode, vocabulary: Vocabulary): boolean {
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

/** Whether a field holds dates, or ranges of dates. */
function holdsDate(node: FieldNode, vocabulary: Vocabulary): boolean {
  const definition = vocabulary.definition(node.tag);
  if (!definition || isTableNode(node)) return false;
  const control = definition.filter?.(node as never)?.control.kind;
  // a range of times of the day lies in no period
  if (control === 'time') return false;
  return definition.dateFormat !== undefined || definition.comparedAs?.(node as never) === 'span' || control === 'date';
}

const HOLDS: Readonly<Record<FieldContent, (node: FieldNode, vocabulary: Vocabulary) => boolean>> = {
  area: holdsArea,
  number: holdsNumber,
  date: holdsDate,
};

/** Whether a field holds such values. */
export const holdsContent = (node: FieldNode, content: FieldContent, vocabulary: Vocabulary): boolean =>
  HOLDS[content](node, vocabulary);
