import {
  type FormDefinition,
  isFieldNode,
  isTableNode,
  walkNodes,
  type Vocabulary,
  valueTypeOf,
} from '../../../kernel/index.ts';
import type { FormPublished } from '../../documents/index.ts';
import { preparePartition, type IndexedField } from './partition.ts';
import { retitle } from './retitle.ts';
import { prepareUniques } from './uniques.ts';

/** Fields whose values a list filters and sorts by: what it searches before what it only shows. */
export function indexedFields(definition: FormDefinition, vocabulary: Vocabulary): IndexedField[] {
  const fields = [...walkNodes(definition.fields)]
    .map(({ node }) => node)
    .filter(isFieldNode)
    .filter((node) => !isTableNode(node));
  const wanted = [
    ...fields.filter((node) => node.isSearch === '1'),
    ...fields.filter((node) => node.isSearch !== '1' && node.isList === '1'),
  ];
  return wanted.flatMap((node): IndexedField[] => {
    const type = valueTypeOf(node, vocabulary);
    return type === 'list' ? [] : [{ key: node.__vModel__, kind: type === 'double' ? 'number' : 'text' }];
  });
}

/** Brings the tables of a form's records to the version that is being published: partition, indexes, unique values, titles. */
export const prepareRecords: FormPublished = async (context, trx, { formKey, version, definition, form }) => {
  await preparePartition(trx, formKey, indexedFields(definition, context.vocabulary));
  await prepareUniques(trx, formKey, form);
  await retitle(context, trx, formKey, form, version - 1);
};
