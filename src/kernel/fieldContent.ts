import type { FieldNode } from '../grammar/nodes.ts';
import { isTableNode } from './nodes.ts';
import type { Vocabulary } from './registry.ts';
import { relationOf } from './relation.ts';
import { valueTypeOf } from './types.ts';

/** A kind of values. Some keys of a document must name a field that holds values of one kind. */
export type FieldContent = 'area' | 'number' | 'date';

/** Returns true if a field holds numbers. */
const holdsNumber = (node: FieldNode, vocabulary: Vocabulary): boolean =>
  !isTableNode(node) && valueTypeOf(node, vocabulary) === 'double';

/**
 * Returns true if the value of a field can name an area of the country. The value is a path through a tree of options,
 * such as province and city, or a single text, such as an option, an area code or an address.
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

/** Returns true if a field holds dates, or ranges of dates. */
function holdsDate(node: FieldNode, vocabulary: Vocabulary): boolean {
  const definition = vocabulary.definition(node.tag);
  if (!definition || isTableNode(node)) return false;
  const control = definition.filter?.(node as never)?.control.kind;
  // a time of day, or a range of such times, contains no date
  if (control === 'time') return false;
  return definition.dateFormat !== undefined || definition.comparedAs?.(node as never) === 'span' || control === 'date';
}

const TESTS_BY_CONTENT: Readonly<Record<FieldContent, (node: FieldNode, vocabulary: Vocabulary) => boolean>> = {
  area: holdsArea,
  number: holdsNumber,
  date: holdsDate,
};

/** Returns true if a field holds values of the kind `content`. */
export const holdsContent = (node: FieldNode, content: FieldContent, vocabulary: Vocabulary): boolean =>
  TESTS_BY_CONTENT[content](node, vocabulary);
