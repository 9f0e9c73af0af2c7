import type { ISchema } from '@formily/react';
import type { Path } from '../../domain/problem/index.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import { screenSchema } from '../node/screenSchema.ts';
import { UNCOMPILED_KEYS, voidName } from './toFormilySchema.ts';

/**
 * Returns the Formily schema of a screen (list, detail, to-do, shell): every node is a void node with its tag as
 * component. The product itself renders screens by `NodeView`, without a Formily form. A Formily application passes
 * this schema to its own `SchemaField`, with `formilyComponents(registry)`.
 */
export const toScreenSchema = (root: AnyNode): ISchema => ({
  type: 'object',
  properties: { [voidName(root.tag, [0])]: nodeSchema(root, ['root']) },
});

function nodeSchema(node: AnyNode, path: Path): ISchema {
  const children = (node as { children?: unknown }).children;
  const childNodes = Array.isArray(children) ? (children as AnyNode[]) : [];
  return {
    ...screenSchema(node),
    'x-node': node,
    'x-path': path,
    'x-compile-omitted': UNCOMPILED_KEYS,
    properties: Object.fromEntries(
      childNodes.flatMap((child, index) => {
        if (typeof child.tag !== 'string') return [];
        const childPath = [...path, 'children', index];
        return [[voidName(child.tag, childPath), nodeSchema(child, childPath)]];
      }),
    ),
  };
}
